const bytes = 32;

/** A secret as Standard Webhooks writes it. */
export const newSecret = () => `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))))}`;
