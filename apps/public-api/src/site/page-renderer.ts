import { emblemSvg, productName } from '@governance/design';
import { Injectable } from '@nestjs/common';
import Handlebars from 'handlebars';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SiteAddresses } from '../site-addresses';
import { SiteAssets } from './site-assets';

export type PageName = 'verification' | 'problem';

/** Turns a view into a page. The templates are compiled once; a member that a view lacks is an error. */
@Injectable()
export class PageRenderer {
  private readonly handlebars = Handlebars.create();
  private readonly templates: Readonly<Record<PageName, Handlebars.TemplateDelegate>>;
  private readonly site: object;

  constructor(assets: SiteAssets, addresses: SiteAddresses) {
    this.handlebars.registerPartial('site-layout', this.compile('layout'));
    this.templates = { verification: this.compile('verification'), problem: this.compile('problem') };
    const assetsPath = `${new URL(addresses.publicBaseUrl).pathname.replace(/\/$/, '')}/assets/${assets.version}`;
    this.site = { productName, emblem: emblemSvg({ size: 44 }), assetsPath };
  }

  render(page: PageName, view: object): string {
    return this.templates[page]({ ...view, site: this.site });
  }

  private compile(name: string): Handlebars.TemplateDelegate {
    const source = readFileSync(join(__dirname, 'templates', `site-${name}.html.hbs`), 'utf8');
    return this.handlebars.compile(source, { strict: true });
  }
}
