import { HttpError } from '../../providers/httpError';

/** The paths of the errors as the form knows them, without the frame the call wants. */
export const unwrapped = (error: HttpError, wrap: string | undefined) => {
  if (!wrap) return error;
  const strip = <T>(all: Record<string, T>) =>
    Object.fromEntries(
      Object.entries(all).map(([path, value]) => [
        path.startsWith(`${wrap}.`) ? path.slice(wrap.length + 1) : path,
        value,
      ]),
    );
  const { code, messages, requestId, details } = error;
  return new HttpError(error.status, {
    code,
    messages,
    requestId,
    details,
    fieldErrors: strip(error.fieldErrors),
    params: strip(error.params),
  });
};
