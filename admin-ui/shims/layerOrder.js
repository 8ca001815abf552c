/** MUI orders its styles in CSS layers when a theme asks to; ours does not. */
export default () => null;
