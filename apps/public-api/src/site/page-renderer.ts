import { emblemSvg, productName } from '@governance/design';
import { PageTemplates } from '@governance/http';
import { Injectable } from '@nestjs/common';
import { join } from 'node:path';
import { SiteAddresses } from '../site-addresses';
import { SiteOperator } from '../site-operator';
import { SiteAssets } from './site-assets';

const pages = [
  'home',
  'start',
  'assessment',
  'result',
  'frameworks',
  'what-if',
  'compare',
  'comparison',
  'document',
  'verify',
  'verification',
  'ownership',
  'confirmation',
  'unconfirmed',
  'not-me',
  'blocked',
  'confirm-domain',
  'domain-confirmed',
  'problem',
] as const;
export type PageName = (typeof pages)[number];

/** The parts of the page of a result, in its order. */
const resultParts = [
  'site-result-verdict',
  'site-result-certificate',
  'site-result-path',
  'site-result-plan',
  'site-result-already',
  'site-result-evidence',
  'site-result-answers',
  'site-result-again',
  'site-result-share',
] as const;

const fileOf = (page: PageName): `site-${PageName}` => `site-${page}`;

/** Turns a view into a page. */
@Injectable()
export class PageRenderer {
  private readonly templates: PageTemplates<`site-${PageName}`>;

  constructor(assets: SiteAssets, { publicBaseUrl }: SiteAddresses, operator: SiteOperator) {
    const { host, pathname } = new URL(publicBaseUrl);
    const base = pathname.replace(/\/$/, '');
    this.templates = new PageTemplates({
      folder: join(__dirname, 'templates'),
      pages: pages.map(fileOf),
      partials: [
        'site-layout',
        'site-check',
        'site-domain',
        'site-share-links',
        'site-what-if-step',
        'site-compared-answers',
        'site-own-evidence',
        'site-evidence',
        ...resultParts,
      ],
      site: {
        productName,
        emblem: emblemSvg({ size: 40 }),
        base,
        host,
        issuerName: operator.name,
        contactUrl: operator.contactUrl,
        privacyUrl: operator.privacyUrl,
        assetsPath: `${base}/assets/${assets.version}`,
      },
    });
  }

  render(page: PageName, view: object): string {
    return this.templates.render(fileOf(page), view);
  }
}
