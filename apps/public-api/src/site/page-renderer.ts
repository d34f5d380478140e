import { emblemSvg, productName } from '@governance/design';
import { PageTemplates } from '@governance/http';
import { Injectable } from '@nestjs/common';
import { join } from 'node:path';
import { SiteAddresses } from '../site-addresses';
import { SiteAssets } from './site-assets';

const pages = [
  'home',
  'start',
  'assessment',
  'result',
  'verification',
  'not-me',
  'blocked',
  'problem',
] as const;
export type PageName = (typeof pages)[number];

const fileOf = (page: PageName): `site-${PageName}` => `site-${page}`;

/** Turns a view into a page. */
@Injectable()
export class PageRenderer {
  private readonly templates: PageTemplates<`site-${PageName}`>;

  constructor(assets: SiteAssets, addresses: SiteAddresses) {
    const base = new URL(addresses.publicBaseUrl).pathname.replace(/\/$/, '');
    this.templates = new PageTemplates({
      folder: join(__dirname, 'templates'),
      pages: pages.map(fileOf),
      partials: ['site-layout'],
      site: {
        productName,
        emblem: emblemSvg({ size: 40 }),
        base,
        assetsPath: `${base}/assets/${assets.version}`,
      },
    });
  }

  render(page: PageName, view: object): string {
    return this.templates.render(fileOf(page), view);
  }
}
