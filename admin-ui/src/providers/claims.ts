/** What the access token says about the person signed in. */
export interface Claims {
  sub: string;
  exp: number;
  email: string;
  given_name: string;
  family_name: string;
  locale?: string;
  internal: { roles: string[]; permissions: string[] };
  pwd_change: boolean;
  /** Whether a second factor must be set up before anything else. */
  totp_setup?: boolean;
  /** When the next of the rights ends by itself, in seconds of the service's clock. */
  rights_until?: number;
  /** How the person signed in. */
  login?: 'PWD' | 'AUTH0';
}

/** Reads the claims of a token. The service checks them at every call; here they only choose what to draw. */
export const claimsOf = (token: string): Claims => {
  const part = token.split('.')[1] ?? '';
  const bytes = Uint8Array.from(atob(part.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0));
  const claims = JSON.parse(new TextDecoder().decode(bytes)) as Claims; // issued by our own service
  return {
    ...claims,
    internal: claims.internal ?? { roles: [], permissions: [] },
    pwd_change: claims.pwd_change === true,
  };
};

/** Whether the person may do nothing at all. */
export const isRoleless = ({ internal }: Claims) => internal.roles.length === 0 && internal.permissions.length === 0;
