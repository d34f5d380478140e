import { type DocsSignIn } from './open-api-description';

/** The name of the page that a sign-in returns to. Clients are registered with its URL. */
export const returnPage = 'oauth2-redirect.html';

/** `folder` is the path of the page's assets, relative to the requested URL. */
export interface DocsPage {
  readonly title: string;
  readonly folder: string;
  readonly documentUrl: string;
  readonly signIn: DocsSignIn | undefined;
}

/** The headers of the page and of the page that a sign-in returns to. */
export function docsPageHeaders(signIn: DocsSignIn | undefined): Readonly<Record<string, string>> {
  // "Try it out" calls the origin of this page; a sign-in reads the issuer's metadata and fetches a token from it.
  const callable = ["'self'", ...(signIn ? [new URL(signIn.issuer).origin] : [])].join(' ');
  return {
    'content-type': 'text/html; charset=utf-8',
    // Swagger UI loads its icons from data: URLs.
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src ${callable}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}

export function docsPage({ title, folder, documentUrl, signIn }: DocsPage): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)}</title>
    <link rel="icon" href="${folder}favicon-32x32.png">
    <link rel="stylesheet" href="${folder}swagger-ui.css">
    <link rel="stylesheet" href="${folder}snippets.css">
  </head>
  <body>
    <div id="document" data-url="${documentUrl}"${signIn ? signInData(signIn, folder) : ''}></div>
    <noscript>This page needs JavaScript. The document itself does not: <a href="${documentUrl}">openapi.json</a></noscript>
    <script src="${folder}swagger-ui-bundle.js"></script>
    <script src="${folder}snippets.js"></script>
    <script src="${folder}draw.js"></script>
  </body>
</html>
`;
}

function signInData({ clientId = '', scopes }: DocsSignIn, folder: string): string {
  return ` data-return-url="${folder}${returnPage}" data-client-id="${escaped(clientId)}" data-scopes="${escaped(scopes.join(' '))}"`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
