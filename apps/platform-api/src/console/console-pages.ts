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
import { accountAt, ConsoleSettings, passkeysAt } from './console-settings';
import { fieldViews, type ShownForm } from './form-fields';
import { type FormProblem } from './form-problem';
import { FormProof } from './form-proof';
import { navigationOf, openSections } from './navigation';

/** Longer than a redirect takes. */
const noticeMs = 60_000;

export interface ShownPage {
  /** Names its template, and begins with the key of its section. */
  readonly page: string;
  readonly title: string;
  readonly view?: object;
  /** Its fields are the `fields` of the template. */
  readonly form?: ShownForm;
  /** What the page says after a redirect to it, by the word that the redirect names. */
  readonly notices?: Readonly<Record<string, string>>;
  /** Why the form of the page was refused. */
  readonly problem?: FormProblem;
  readonly status?: number;
  /** Whether its script sends requests to the console; others may send none. */
  readonly sendsRequests?: true;
}

/** With the person whose page it is; undefined: a page for everyone. */
export type SentPage = ShownPage & { readonly session?: ConsoleSession | undefined };

/** What a page shows because of its request. */
interface OfRequest {
  readonly sent?: URLSearchParams;
  readonly notice?: string | undefined;
  readonly factorAt?: string | undefined;
}

@Injectable()
export class ConsolePages {
  private readonly templates: PageTemplates;
  readonly headers: Readonly<Record<string, string>>;
  private readonly senderHeaders: Readonly<Record<string, string>>;

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
      folder: join(__dirname, 'templates'),
      site: {
        productName,
        emblem: emblemSvg({ size: 40 }),
        base,
        assetsPath: `${base}/assets/${assets.version}`,
      },
    });
    const { origin } = new URL(issuer);
    this.headers = headersOf(origin);
    this.senderHeaders = headersOf(origin, ["connect-src 'self'"]);
  }

  send(res: Response, sent: SentPage): void {
    const { problem, status = problem?.status ?? 200, sendsRequests = false } = sent;
    const { form = new URLSearchParams(), isFactorMissing } = requestContext(res.req);
    const html = this.render(sent, {
      sent: form,
      notice: problem ? undefined : this.trueNotice(res, sent.notices),
      // Before the API refuses the first write.
      factorAt: isFactorMissing === true ? passkeysAt(this.settings) : undefined,
    });
    res
      .status(status)
      .set(sendsRequests ? this.senderHeaders : this.headers)
      .send(html);
  }

  render({ page, title, view, form, session, problem }: SentPage, more: OfRequest = {}): string {
    const { sent = new URLSearchParams(), notice, factorAt } = more;
    return this.templates.render(`console-${page}`, {
      ...view,
      ...this.sectionsOf(session, page),
      title,
      ...(form && { fields: fieldViews(form, problem && { sent, errors: problem.errors }) }),
      problem: problem && { errors: undefined, ...problem },
      notice,
      factorAt,
      person: session ? (session.name ?? session.email ?? 'You') : undefined,
      token: session && this.proof.tokenOf(session),
    });
  }

  /** To a path of the console, such as `/console/sessions`: the browser asks for it with GET. */
  redirect(res: Response, path: string): void {
    const done = new URLSearchParams(path.split('?', 2)[1]).get('done');
    if (done !== null) this.cookies.set(res, this.cookies.done, { value: done, maxAgeMs: noticeMs });
    res.set('cache-control', 'no-store').redirect(303, this.settings.baseUrl + path);
  }

  private sectionsOf(session: ConsoleSession | undefined, page: string): object {
    const permissions = session && this.permissions.lastOf(session);
    const open = permissions ? openSections({ live: this.settings.live, permissions }) : [];
    const { issuer, machineIssuer } = this.settings;
    const account = issuer === machineIssuer ? accountAt(this.settings) : undefined;
    return {
      chapter: open.find(({ key }) => page === key || page.startsWith(`${key}-`)),
      navigation: navigationOf(open, { page, account }),
      account,
      organization: session && this.organizationOf(session),
      // For links to other sections.
      opens: Object.fromEntries(open.map(({ key }) => [key, true])),
    };
  }

  /** For the header. If Keycloak knows of others, it does not say so. */
  private organizationOf(session: ConsoleSession): object | undefined {
    const known = this.permissions.organizationOf(session);
    if (!known) return undefined;
    const { id, name, hasOthers = this.settings.elsewhere.size > 0 } = known;
    return { name: name ?? id ?? 'No organization', hasOthers };
  }

  /** A link to a page with `?done=revoked` must not say that something was revoked: only the redirect after it does. */
  private trueNotice(res: Response, notices: ShownPage['notices'] = {}): string | undefined {
    const { done } = res.req.query;
    if (typeof done !== 'string' || !Object.hasOwn(notices, done)) return undefined;
    if (this.cookies.read(res.req, this.cookies.done) !== done) return undefined;
    this.cookies.clear(res, this.cookies.done);
    return notices[done];
  }
}

/**
 * No inline code, no foreign resource, no frame, no cache. Signing out leads from a form to the identity provider. The
 * referrer stays within the origin, because without one browsers send forms with the origin `null`.
 */
function headersOf(providerOrigin: string, more: readonly string[] = []): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    ...more,
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
