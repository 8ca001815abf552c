/** The day on which the week of an instant began where the reader is, "2027-01-11". */
export const mondayOf = (now: Date) => {
  const monday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - ((now.getDay() + 6) % 7));
  const two = (n: number) => String(n).padStart(2, '0');
  return `${monday.getFullYear()}-${two(monday.getMonth() + 1)}-${two(monday.getDate())}`;
};
