import MuiTab from '@mui/material/Tab';
import MuiTabs from '@mui/material/Tabs';

/** One tab: its name is its address. */
export interface Tab {
  name: string;
  label: string;
  count?: number | undefined;
}

interface Props {
  /** What the tabs are about, for readers. */
  label: string;
  /** The id of the panel they switch. */
  panel: string;
  tabs: readonly Tab[];
  current: string;
  onSelect: (name: string) => void;
}

/** Tabs with the arrow keys of the pattern: one stop for the tab key, arrows choose. */
export const Tabs = ({ label, panel, tabs, current, onSelect }: Props) => (
  <MuiTabs
    aria-label={label}
    variant="scrollable"
    scrollButtons={false}
    selectionFollowsFocus
    value={current}
    onChange={(_, name: string) => onSelect(name)}
  >
    {tabs.map(tab => (
      <MuiTab
        key={tab.name}
        value={tab.name}
        id={`${panel}-${tab.name}`}
        aria-controls={panel}
        label={
          <>
            {tab.label}
            {tab.count !== undefined && <span className="n">{tab.count}</span>}
          </>
        }
      />
    ))}
  </MuiTabs>
);
