import { emblemSvg, type PageAssets, productName } from '@governance/design';
import { PageTemplates } from '@governance/http';
import { join } from 'node:path';
import { pageHeaders, scriptedPageHeaders } from './page-headers';
import { type PageName, type PageViews } from './page-views';
import { openAccount } from './problem-page';

/** The path prefix of the assets that pages load. */
export const assetsRoot = '/assets';

export interface RenderedPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface PageOrigins {
  readonly issuer: string;
  /** Empty: there is no console. */
  readonly consoleUrl: string;
}

export class PageRenderer {
  private readonly templates: PageTemplates<PageName>;

  constructor(assets: PageAssets, { issuer, consoleUrl }: PageOrigins) {
    this.templates = new PageTemplates({
      folder: join(__dirname, 'templates'),
      site: {
        productName,
        emblem: emblemSvg({ size: 40 }),
        assetsPath: `${assetsRoot}/${assets.version}`,
        host: new URL(issuer).host,
        consoleUrl,
      },
    });
  }

  page<Name extends PageName>(page: Name, view: PageViews[Name]): RenderedPage {
    const script = runsScript(view);
    const html = this.templates.render(page, { next: openAccount, ...view, script });
    return { html, headers: script ? scriptedPageHeaders : pageHeaders };
  }

  /** A page without scripts. */
  render<Name extends ScriptlessPage>(page: Name, view: PageViews[Name]): string {
    return this.page(page, view).html;
  }
}

export type ScriptlessPage = {
  [Name in PageName]: PageViews[Name] extends { passkeyOptions: string } ? never : Name;
}[PageName];

/** Only a page that asks the browser for a passkey runs the script. */
function runsScript(view: object): boolean {
  return 'passkeyOptions' in view && view.passkeyOptions !== '';
}
