let last = '';

/** The id of the call that was made last: what goes wrong in the page mostly follows from its answer. */
export const lastRequestId = () => last;

/** Names a call by which the service logs it. */
export const newRequestId = () => {
  last = crypto.randomUUID();
  return last;
};
