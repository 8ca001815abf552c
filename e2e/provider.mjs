// An OpenID provider of its own, for the scenarios of signing in elsewhere.
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const page = form => `<!doctype html><meta charset="utf-8"><title>Identity</title><link rel="icon" href="data:,"><h1>Identity</h1>${form}`;

const loginForm = page('<form method="post"><label>Login <input name="login" autofocus></label><button>Sign in</button></form>');

const readForm = async request => {
  let text = '';
  for await (const part of request) text += part;
  return new URLSearchParams(text);
};

/** The panel is known to the provider and asks for nothing that a person would have to agree to. */
const grantOf = async (provider, { oidc }) => {
  const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
};

const configure = panel => ({
  clients: [
    {
      client_id: 'panel',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      redirect_uris: [`${panel}/social-callback`],
      backchannel_logout_uri: `${panel}/api/auth0/backchannelLogout`,
      backchannel_logout_session_required: true,
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  conformIdTokenClaims: false, // what the panel wants to know stands in the ID token
  clientBasedCORS: () => true,
  pkce: { required: () => true },
  cookies: { keys: ['one that signs nothing of worth'] },
  features: {
    devInteractions: { enabled: false },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => {
        ctx.body = page(`${form}<button form="op.logoutForm" name="logout" value="yes">Sign out everywhere</button>`);
      },
      postLogoutSuccessSource: ctx => {
        ctx.body = page('<p>You are signed out.</p>');
      },
    },
  },
  interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, email: `${id}@poolkeeper.example`, email_verified: true }) }),
  // Everything here is on this machine, which the provider would not ask by itself.
  fetch: (url, { dispatcher: _, ...options }) => fetch(url, options),
});

/** Starts a provider, which learns where the panel is once that has started. */
export const startProvider = async () => {
  let answer = (_, response) => response.writeHead(503).end();
  const server = createServer((request, response) => answer(request, response));
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${server.address().port}`;
  const know = panel => {
    const provider = new Provider(url, { ...configure(panel), loadExistingGrant: ctx => grantOf(provider, ctx) });
    const serve = provider.callback();
    answer = async (request, response) => {
      if (!request.url.startsWith('/interaction/')) return serve(request, response);
      if (request.method === 'GET') return response.writeHead(200, { 'Content-Type': 'text/html' }).end(loginForm);
      const login = (await readForm(request)).get('login');
      const result = login ? { login: { accountId: login } } : { error: 'access_denied' };
      return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    };
  };
  const stop = () => {
    server.closeAllConnections();
    return new Promise(done => server.close(done));
  };
  return { url, know, stop };
};
