import { emblemSvg, productName } from '@governance/design';
import { Injectable } from '@nestjs/common';
import Handlebars from 'handlebars';
import { readFileSync } from 'node:fs';
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

/** Turns a view into a page. The templates are compiled once; a member that a view lacks is an error. */
@Injectable()
export class PageRenderer {
  private readonly handlebars = Handlebars.create();
  private readonly templates: ReadonlyMap<PageName, Handlebars.TemplateDelegate>;
  private readonly site: object;

  constructor(assets: SiteAssets, addresses: SiteAddresses) {
    this.handlebars.registerPartial('site-layout', this.compile('layout'));
    this.templates = new Map(pages.map((page) => [page, this.compile(page)]));
    const base = new URL(addresses.publicBaseUrl).pathname.replace(/\/$/, '');
    this.site = {
      productName,
      emblem: emblemSvg({ size: 40 }),
      base,
      assetsPath: `${base}/assets/${assets.version}`,
    };
  }

  render(page: PageName, view: object): string {
    const template = this.templates.get(page);
    if (!template) throw new Error(`there is no page ${page}`);
    return template({ ...view, site: this.site });
  }

  private compile(name: string): Handlebars.TemplateDelegate {
    const source = readFileSync(join(__dirname, 'templates', `site-${name}.html.hbs`), 'utf8');
    return this.handlebars.compile(source, { strict: true });
  }
}
