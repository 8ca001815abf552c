// What the scenarios of boards have in common.

/** The column of a status. */
export const column = (page, status) => page.locator(`[data-column="${status}"]`);
/** The card of a record. */
export const cardOf = (page, id) => page.locator(`[data-card="${id}"]`);
/** Waits for the answer of a call whose address holds a text. */
export const answered = (page, part) => page.waitForResponse(answer => answer.url().includes(part));
