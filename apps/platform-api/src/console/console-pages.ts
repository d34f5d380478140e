import { emblemSvg, productName } from '@governance/design';
import { PageTemplates } from '@governance/http';
import { type ConsoleSession } from '@governance/iam';
import { requestContext } from '@governance/runtime';
import { Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { join } from 'node:path';
import { ConsoleAssets } from './console-assets';
import { ConsoleCookies } from './console-cookies';
import { ConsolePermissions } from './console-permissions';
import { accountAt, ConsoleSettings } from './console-settings';
import { FormProof } from './form-proof';
import { navigationOf, openSections } from './navigation';

const folder = join(__dirname, 'templates');
const pages = [
  'overview',
  'credentials',
  'credentials-new',
  'credentials-issued',
  'credentials-details',
  'credentials-revoke',
  'audit',
  'invitations',
  'invitations-new',
  'service-identities',
  'service-identities-details',
  'service-identities-delete',
  'connections',
  'connections-new',
  'connections-details',
  'connections-change',
  'connections-tested',
  'connections-disable',
  'connections-remove',
  'connections-domain',
  'connections-domain-new',
  'connections-domain-remove',
  'members',
  'members-role',
  'members-remove',
  'results',
  'results-attach',
  'results-details',
  'results-detach',
  'results-sign-in',
  'profile',
  'sessions',
  'continue',
  'problem',
  'sign-out',
  'signed-out',
] as const;
const partials = [
  'console-layout',
  'console-form-problem',
  'console-notice',
  'console-connections-factor',
  'console-connections-users',
];
/** Longer than a redirect takes. */
const noticeMs = 60_000;
export type ConsolePage = (typeof pages)[number];

export interface ShownPage {
  readonly title: string;
  readonly view: object;
  /** Whose page it is; undefined: a page for everyone. */
  readonly session?: ConsoleSession | undefined;
  readonly status?: number;
}

/** Sends the pages of the console. */
@Injectable()
export class ConsolePages {
  private readonly templates: PageTemplates<`console-${ConsolePage}`>;
  private readonly headers: Readonly<Record<string, string>>;

  constructor(
    assets: ConsoleAssets,
    private readonly proof: FormProof,
    private readonly settings: ConsoleSettings,
    private readonly permissions: ConsolePermissions,
    private readonly cookies: ConsoleCookies,
  ) {
    const { baseUrl, issuer } = settings;
    const base = `${new URL(baseUrl).pathname.replace(/\/$/, '')}/console`;
    this.templates = new PageTemplates({
      folder,
      pages: pages.map((page) => `console-${page}` as const),
      partials,
      site: {
        productName,
        emblem: emblemSvg({ size: 40 }),
        base,
        assetsPath: `${base}/assets/${assets.version}`,
      },
    });
    this.headers = headersOf(new URL(issuer).origin);
  }

  send(res: Response, page: ConsolePage, { title, view, session, status = 200 }: ShownPage): void {
    const permissions = session && this.permissions.lastOf(session);
    const open = permissions ? openSections({ live: this.settings.live, permissions }) : [];
    const html = this.templates.render(`console-${page}`, {
      ...this.withTrueNotice(res, view),
      title,
      person: session ? (session.name ?? session.email ?? 'You') : undefined,
      token: session && this.proof.tokenOf(session),
      // Before the API refuses the first write.
      factorAt: requestContext(res.req).isFactorMissing === true ? accountAt(this.settings) : undefined,
      navigation: navigationOf(open, page),
      // For links to other sections.
      opens: Object.fromEntries(open.map(({ key }) => [key, true])),
    });
    res.status(status).set(this.headers).send(html);
  }

  /** To a path of the console, such as `/console/sessions`: the browser asks for it with GET. */
  redirect(res: Response, path: string): void {
    const done = new URLSearchParams(path.split('?', 2)[1]).get('done');
    if (done !== null) this.cookies.set(res, this.cookies.done, { value: done, maxAgeMs: noticeMs });
    res.set('cache-control', 'no-store').redirect(303, this.settings.baseUrl + path);
  }

  /** A link to a page with `?done=revoked` must not say that something was revoked: only the redirect after it does. */
  private withTrueNotice(res: Response, view: object): object {
    if (!('notice' in view) || view.notice === undefined) return view;
    const { done } = this.cookies;
    const isTrue = this.cookies.read(res.req, done) === res.req.query.done;
    if (isTrue) this.cookies.clear(res, done);
    return isTrue ? view : { ...view, notice: undefined };
  }
}

/**
 * No inline code, no foreign resource, no frame, no cache. Signing out leads from a form to the identity provider. The
 * referrer stays within the origin, because without one browsers send forms with the origin `null`.
 */
function headersOf(providerOrigin: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    `form-action 'self' ${providerOrigin}`,
    "frame-ancestors 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}
