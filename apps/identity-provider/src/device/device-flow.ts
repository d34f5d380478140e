import { clientAddress } from '@governance/http';
import { type Client, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { formSecretOf, type OAuthPages } from '../oauth/oauth-pages';
import { over } from '../pages/problem-page';
import { noteWrongCode, prefilledCode } from './code-entry';

/** RFC 8628, 6.1: letters that spell nothing and are not mistaken for each other; 20^8 codes. */
const charset = 'base-20';
const mask = '****-****';

/** What is told by the names of the library's errors. */
const problems: Readonly<Record<string, string>> = {
  NoCodeError: 'Enter the code that the program shows you.',
  NotFoundError:
    'This is not a code that we know, or it has expired. Compare it with the one on the screen of the program.',
  ExpiredError: 'This code has expired. Start the sign-in again in the program, and enter the new code.',
  AlreadyUsedError:
    'This code was used before. Start the sign-in again in the program, and enter the new code.',
};

interface Failure extends Error {
  readonly userCode?: string;
}

type DeviceFlow = Extract<NonNullable<Configuration['features']>['deviceFlow'], object>;

/** The device grant's pages (RFC 8628, 3.3), as the library takes them. */
export function deviceFlow(pages: OAuthPages): DeviceFlow {
  return {
    enabled: true,
    charset,
    mask,
    deviceInfo: ({ ip }) => ({ ip: clientAddress(ip) }),
    userCodeInputSource: (ctx, ...[, , error]) => {
      if (error) answerFailure(pages, ctx, error);
      else askForCode(pages, ctx, { userCode: prefilledCode(ctx.res), problem: '' });
    },
    userCodeConfirmSource: (ctx, ...[, client, { ip }, userCode]) => {
      const from = typeof ip === 'string' ? ip : '';
      pages.send(ctx, 'device-confirm', {
        secret: formSecretOf(ctx),
        client: nameOf(client),
        userCode,
        from,
      });
    },
    successSource: (ctx) => {
      pages.send(ctx, 'device-done', { client: nameOf(ctx.oidc.client) });
    },
  };
}

function answerFailure(pages: OAuthPages, ctx: KoaContextWithOIDC, error: Failure): void {
  const problem = forgetNewSession(ctx) ? undefined : problems[error.name];
  if (error.name === 'AbortedError') {
    pages.sendProblem(ctx, refused);
  } else if (problem === undefined) {
    pages.sendProblem(ctx, { ...over, status: Math.max(ctx.status, over.status) });
  } else {
    if (error.name === 'NotFoundError') noteWrongCode(ctx.res);
    ctx.status = 422;
    askForCode(pages, ctx, { userCode: error.userCode, problem });
  }
}

/**
 * Whether the request came without a session. The library has put the secret of a form into a new one by now, and would
 * fail on storing it: a session that was never stored has no end. Without it no form works, so that none is shown.
 */
function forgetNewSession({ oidc: { session } }: KoaContextWithOIDC): boolean {
  const isStored = typeof (session as { readonly exp?: number } | undefined)?.exp === 'number';
  if (session && !isStored) Object.assign(session, { touched: false });
  return !isStored;
}

function askForCode(
  pages: OAuthPages,
  ctx: KoaContextWithOIDC,
  { userCode = '', problem }: { readonly userCode: string | undefined; readonly problem: string },
): void {
  pages.send(ctx, 'device-code', { secret: formSecretOf(ctx), userCode, problem });
}

function nameOf(client: Client | undefined): string {
  return client?.clientName ?? client?.clientId ?? '';
}

const refused = {
  status: 200,
  title: 'Nothing was connected',
  paragraphs: [
    'The program has been refused, and cannot act for you. You can close this page.',
    'If somebody has sent you its code, tell whoever looks after security at your organization.',
  ],
};
