import { emblemSvg, type PageAssets, productName } from '@governance/design';
import Handlebars from 'handlebars';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PageName, pageNames, type PageViews } from './page-views';

/** Below it is what the pages load. */
export const assetsRoot = '/assets';

/** Turns a view into a page. The templates are compiled once; a member that a view lacks is an error. */
export class PageRenderer {
  private readonly handlebars = Handlebars.create();
  private readonly templates: ReadonlyMap<PageName, Handlebars.TemplateDelegate>;
  private readonly site: object;

  constructor(assets: PageAssets, issuer: string) {
    for (const name of ['layout', 'sign-in-form', 'alert', 'cancel']) {
      this.handlebars.registerPartial(name, this.compile(name));
    }
    this.templates = new Map(pageNames.map((name) => [name, this.compile(name)]));
    this.site = {
      productName,
      emblem: emblemSvg({ size: 40 }),
      assetsPath: `${assetsRoot}/${assets.version}`,
      host: new URL(issuer).host,
    };
  }

  render<Name extends PageName>(page: Name, view: PageViews[Name]): string {
    const template = this.templates.get(page);
    if (!template) throw new Error(`there is no page ${page}`);
    return template({ ...view, site: this.site });
  }

  private compile(name: string): Handlebars.TemplateDelegate {
    const source = readFileSync(join(__dirname, 'templates', `${name}.html.hbs`), 'utf8');
    return this.handlebars.compile(source, { strict: true });
  }
}
