import { clientAddress } from '@governance/http';
import { requestContext } from '@governance/runtime';
import { type Client, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { formSecretOf, type OAuthPages } from './oauth-pages';
import { over } from '../pages/problem-page';

/** RFC 8628, 6.1: letters that spell nothing and are not mistaken for each other; 20^8 codes. */
const charset = 'base-20';
const mask = '****-****';

/** Texts for the page, by the names of the library's errors. */
const problems: Readonly<Record<string, string>> = {
  NoCodeError: 'Enter the code that the program shows.',
  NotFoundError:
    'The code is incorrect or has expired. Compare it with the code on the screen of the program.',
  ExpiredError: 'This code has expired. Start the sign-in again in the program and enter the new code.',
  AlreadyUsedError:
    'This code was used before. Start the sign-in again in the program and enter the new code.',
};

interface Failure extends Error {
  readonly userCode?: string;
}

type DeviceFlow = Extract<NonNullable<Configuration['features']>['deviceFlow'], object>;

/** The pages of the device grant (RFC 8628, 3.3), in the form that the library expects. */
export function deviceFlow(pages: OAuthPages): DeviceFlow {
  return {
    enabled: true,
    charset,
    mask,
    deviceInfo: ({ ip }) => ({ ip: clientAddress(ip) }),
    userCodeInputSource: async (ctx, ...[, , error]) => {
      if (error) answerFailure(pages, ctx, error);
      else await answerLink(pages, ctx);
    },
    userCodeConfirmSource: (ctx, ...[, client, { ip }, userCode]) => {
      confirmCode(pages, ctx, { client, ip, userCode });
    },
    successSource: (ctx) => {
      pages.send(ctx, 'device-done', { client: nameOf(ctx.oidc.client) });
    },
  };
}

/** A link with a pending code leads to the comparison at once. For any other code, the form of the code says what is wrong. */
async function answerLink(pages: OAuthPages, ctx: KoaContextWithOIDC): Promise<void> {
  const { deviceCode: linked } = requestContext(ctx.req);
  const pending = linked === undefined ? undefined : await pendingCodeOf(ctx, linked);
  if (pending) confirmCode(pages, ctx, pending);
  else askForCode(pages, ctx, { userCode: linked, problem: '' });
}

async function pendingCodeOf(ctx: KoaContextWithOIDC, linked: string): Promise<PendingCode | undefined> {
  const { DeviceCode, Client: clients } = ctx.oidc.provider;
  const entered = linked.toUpperCase().replaceAll(/\W/g, '');
  const code = await DeviceCode.findByUserCode(entered);
  if (!code) {
    requestContext(ctx.req).isDeviceCodeWrong = true;
    return undefined;
  }
  const isUsed = [code.error, code.accountId, code.inFlight].some(Boolean);
  const client = await clients.find(code.clientId ?? '');
  return client && !isUsed
    ? { client, ip: code.deviceInfo?.ip, userCode: entered.replace(/^.{4}/, '$&-') }
    : undefined;
}

interface PendingCode {
  readonly client: Client;
  /** Of the device. */
  readonly ip: unknown;
  readonly userCode: string;
}

function confirmCode(
  pages: OAuthPages,
  ctx: KoaContextWithOIDC,
  { client, ip, userCode }: PendingCode,
): void {
  const from = typeof ip === 'string' ? ip : '';
  pages.send(ctx, 'device-confirm', { secret: formSecretOf(ctx), client: nameOf(client), userCode, from });
}

function answerFailure(pages: OAuthPages, ctx: KoaContextWithOIDC, error: Failure): void {
  const problem = forgetNewSession(ctx) ? undefined : problems[error.name];
  if (error.name === 'AbortedError') {
    pages.sendProblem(ctx, refused);
  } else if (problem === undefined) {
    pages.sendProblem(ctx, { ...over, status: Math.max(ctx.status, over.status) });
  } else {
    if (error.name === 'NotFoundError') requestContext(ctx.req).isDeviceCodeWrong = true;
    ctx.status = 422;
    askForCode(pages, ctx, { userCode: error.userCode, problem });
  }
}

/**
 * Whether the request came without a session. By now the library has put a form secret into a new session, and storing
 * it would fail because a session that was never stored has no expiry. No form works without a session, so none is shown.
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
  title: 'The device was not connected',
  paragraphs: [
    'You refused the program. It cannot act on your behalf. You can close this page.',
    'If another person sent you the code, tell the security team of your organization.',
  ],
};
