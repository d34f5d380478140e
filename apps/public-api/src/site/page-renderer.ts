import { emblemSvg, productName } from '@governance/design';
import { PageTemplates } from '@governance/http';
import { Injectable } from '@nestjs/common';
import { join } from 'node:path';
import { SiteAccount } from '../site-account';
import { SiteAddresses } from '../site-addresses';
import { SiteOperator } from '../site-operator';
import { SiteAssets } from './site-assets';

export type PageName =
  | 'home'
  | 'start'
  | 'assessment'
  | 'result'
  | 'frameworks'
  | 'what-if'
  | 'compare'
  | 'comparison'
  | 'document'
  | 'verify'
  | 'verification'
  | 'ownership'
  | 'confirmation'
  | 'unconfirmed'
  | 'not-me'
  | 'blocked'
  | 'confirm-domain'
  | 'domain-confirmed'
  | 'campaign'
  | 'campaign-assessment'
  | 'campaign-code'
  | 'campaign-versions'
  | 'campaign-opt-out'
  | 'rubric'
  | 'privacy'
  | 'problem';

/**
 * The pages with the menu of a person who is signed in. The others run no script: what recipients of certificates and mails
 * see, and errors.
 */
const pagesWithMenu: ReadonlySet<PageName> = new Set<PageName>([
  'home',
  'start',
  'assessment',
  'result',
  'frameworks',
  'what-if',
  'comparison',
  'document',
  'verify',
]);

/** The pages of the link of a campaign, which can set its cookie. */
const pagesWithCookie: ReadonlySet<PageName> = new Set<PageName>([
  'campaign',
  'campaign-assessment',
  'campaign-code',
  'campaign-versions',
  'campaign-opt-out',
]);

const fileOf = (page: PageName): `site-${PageName}` => `site-${page}`;

/** What the menu needs. The page is the same for everyone: its script asks who is there. */
interface AccountMenu {
  /** The name of the cookie without which no person is signed in. */
  readonly hint: string;
  readonly probePath: string;
  readonly consoleUrl: string;
}

/** Turns a view into a page. */
@Injectable()
export class PageRenderer {
  private readonly templates: PageTemplates<`site-${PageName}`>;

  private readonly menu: AccountMenu | undefined;

  constructor(
    assets: SiteAssets,
    { publicBaseUrl, platformBaseUrl }: SiteAddresses,
    operator: SiteOperator,
    { cookie }: SiteAccount,
  ) {
    const { host, pathname } = new URL(publicBaseUrl);
    const base = pathname.replace(/\/$/, '');
    this.menu = cookie && {
      hint: cookie.hintName,
      probePath: `${base}/api/me`,
      consoleUrl: `${platformBaseUrl}/console`,
    };
    this.templates = new PageTemplates({
      folder: join(__dirname, 'templates'),
      site: {
        productName,
        emblem: emblemSvg({ size: 40 }),
        base,
        baseUrl: publicBaseUrl,
        host,
        issuerName: operator.name,
        contactUrl: operator.contactUrl,
        privacyUrl: operator.privacyUrl,
        assetsPath: `${base}/assets/${assets.version}`,
        knowsPeople: cookie !== undefined,
      },
    });
  }

  render(page: PageName, view: object): string {
    const account = pagesWithMenu.has(page) ? this.menu : undefined;
    return this.templates.render(fileOf(page), { ...view, account, cookie: pagesWithCookie.has(page) });
  }
}
