import { Icon, iconNames } from '../../ui/Icon';

/** All icons of the house. */
export const GuideIcons = () => (
  <div className="guide-r">
    {iconNames.map(name => (
      <Icon key={name} name={name} />
    ))}
  </div>
);
