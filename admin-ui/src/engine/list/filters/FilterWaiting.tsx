/** What stands in the place of a filter until its control is there. */
export const FilterWaiting = ({ label }: { label: string }) => <span className="f">{label}</span>;
