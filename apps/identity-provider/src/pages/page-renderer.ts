import { emblemSvg, type PageAssets, productName } from '@governance/design';
import { PageTemplates } from '@governance/http';
import { join } from 'node:path';
import { type PageName, pageNames, type PageViews } from './page-views';

/** The path prefix of the assets that pages load. */
export const assetsRoot = '/assets';

export class PageRenderer {
  private readonly templates: PageTemplates<PageName>;

  constructor(assets: PageAssets, issuer: string) {
    this.templates = new PageTemplates({
      folder: join(__dirname, 'templates'),
      pages: pageNames,
      partials: ['layout', 'sign-in-form', 'alert', 'cancel', 'chosen-password'],
      site: {
        productName,
        emblem: emblemSvg({ size: 40 }),
        assetsPath: `${assetsRoot}/${assets.version}`,
        host: new URL(issuer).host,
      },
    });
  }

  render<Name extends PageName>(page: Name, view: PageViews[Name]): string {
    return this.templates.render(page, view);
  }
}
