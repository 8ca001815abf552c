import type { ThemeOptions } from '@mui/material/styles';
import { floatingPlane } from './surfaces';

const small = { fontSize: 'var(--fs-12)', lineHeight: 'var(--lh-12)' };
const phone = '@media (max-width: 599px)';

const box = {
  padding: 0,
  marginLeft: -2, // the room around the mark belongs to the picture of it
  color: 'var(--line-strong)',
  borderRadius: 'var(--r-1)',
  '& .MuiSvgIcon-root': { fontSize: '20px' },
  '&.Mui-checked, &.MuiCheckbox-indeterminate': { color: 'var(--accent)' },
  '&.Mui-disabled': { color: 'var(--neutral-mark)' },
};

/** How what one types, ticks and chooses looks. */
export const inputs: ThemeOptions['components'] = {
  MuiFormControl: { styleOverrides: { root: { gap: 'var(--s-1)', verticalAlign: 'baseline' } } },
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      root: {
        ...small,
        position: 'static',
        transform: 'none',
        maxWidth: 'none',
        overflow: 'visible',
        whiteSpace: 'normal',
        fontWeight: 500,
        pointerEvents: 'auto',
        '&, &.Mui-focused, &.Mui-error, &.Mui-disabled': { color: 'var(--text-2)' },
      },
    },
  },
  MuiFormLabel: { styleOverrides: { asterisk: { '&, &.Mui-error': { color: 'var(--bad-text)' } } } },
  MuiFormHelperText: {
    styleOverrides: {
      root: { ...small, margin: 0, color: 'var(--text-2)', '&.Mui-error': { color: 'var(--bad-text)' } },
    },
  },
  MuiInputBase: { defaultProps: { disableInjectingGlobalStyles: true } },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: {
        height: 36,
        background: 'var(--surface)',
        color: 'var(--text)',
        fontSize: 'var(--fs-14)',
        lineHeight: 'var(--lh-14)',
        '&.MuiInputBase-multiline': { height: 'auto', padding: 0 },
        '&.MuiInputBase-adornedEnd': { paddingRight: 2 },
        '&.MuiInputBase-readOnly': { background: 'var(--sunken)', color: 'var(--text-2)' },
        '&.MuiInputBase-readOnly .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--line)' },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--focus)' },
        '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--bad-mark)', borderWidth: 2 },
        [phone]: { height: 44, fontSize: 'var(--fs-16)' },
      },
      input: {
        height: '100%',
        padding: '0 10px',
        textOverflow: 'ellipsis',
        '&:focus-visible': { outline: 'none' },
        '&::placeholder': { color: 'var(--text-3)', opacity: 1 },
      },
      notchedOutline: { top: 0, borderColor: 'var(--line-strong)', '& legend': { display: 'none' } },
    },
  },
  MuiNativeSelect: { styleOverrides: { icon: { display: 'grid', top: 'calc(50% - 8px)', color: 'var(--text-2)' } } },
  MuiSelect: { styleOverrides: { icon: { display: 'grid', top: 'calc(50% - 8px)', color: 'var(--text-2)' } } },
  MuiAutocomplete: {
    styleOverrides: {
      root: {
        '& .MuiOutlinedInput-root': { padding: '0 34px 0 0' },
        '& .MuiOutlinedInput-root .MuiAutocomplete-input': { padding: '0 10px' },
      },
      endAdornment: { right: '2px !important' },
      popupIndicator: { width: 32, height: 32, margin: 0, color: 'var(--text-2)', borderRadius: 'var(--r-1)' },
      clearIndicator: {
        width: 32,
        height: 32,
        color: 'var(--text-2)',
        borderRadius: 'var(--r-1)',
        visibility: 'visible',
      },
      paper: {
        margin: '4px 0',
        ...floatingPlane,
        fontSize: 'var(--fs-13)',
      },
      listbox: {
        padding: 4,
        maxHeight: 320,
        '& .MuiAutocomplete-option': {
          minHeight: 32,
          gap: 'var(--s-2)',
          padding: '6px 8px',
          borderRadius: 'var(--r-1)',
          lineHeight: 'var(--lh-13)',
          '&.Mui-focused': { background: 'var(--hover)' },
          '&[aria-selected="true"], &[aria-selected="true"].Mui-focused': {
            background: 'var(--selected)',
            fontWeight: 500,
          },
          [phone]: { minHeight: 44 },
        },
      },
      option: { '& .sub': { color: 'var(--text-2)', fontSize: 'var(--fs-12)' } },
      loading: { padding: '8px 12px', color: 'var(--text-2)' },
      noOptions: { padding: '8px 12px', color: 'var(--text-2)' },
    },
  },
  MuiFormControlLabel: {
    styleOverrides: {
      root: {
        gap: 'var(--s-2)',
        margin: 0,
        alignItems: 'flex-start',
        [phone]: { minHeight: 44, alignItems: 'center' },
      },
      label: {
        fontSize: 'var(--fs-14)',
        lineHeight: 'var(--lh-14)',
        fontWeight: 500,
        '&.Mui-disabled': { color: 'var(--text-2)' },
      },
    },
  },
  MuiCheckbox: { styleOverrides: { root: box } },
  MuiRadio: { styleOverrides: { root: { ...box, borderRadius: '50%' } } },
  MuiSwitch: {
    styleOverrides: {
      root: { width: 32, height: 18, padding: 0, margin: '1px 0', overflow: 'visible' },
      switchBase: {
        padding: 2,
        color: 'var(--surface)',
        '&.Mui-checked': { transform: 'translateX(14px)', color: 'var(--surface)' },
        '&.Mui-checked + .MuiSwitch-track': { opacity: 1, background: 'var(--accent)' },
        '&.Mui-disabled': { color: 'var(--surface)' },
        '&.Mui-disabled + .MuiSwitch-track': { opacity: 0.5 },
      },
      thumb: { width: 14, height: 14, boxShadow: 'none' },
      track: { borderRadius: 9, opacity: 1, background: 'var(--neutral-mark)' },
    },
  },
};
