import { UnknownPage } from '@governance/http';
import { Injectable } from '@nestjs/common';
import { pageHeaders } from './page-headers';
import { PageRenderer } from './page-renderer';

/** The page for an address that does not exist. */
@Injectable()
export class SiteUnknownPage extends UnknownPage {
  readonly headers = pageHeaders();
  private page: string | undefined;

  constructor(private readonly renderer: PageRenderer) {
    super();
  }

  render(): string {
    this.page ??= this.renderer.render('problem', {
      kicker: 'Page not found',
      title: 'This page does not exist',
      paragraphs: ['Check the address, or start from the home page.'],
    });
    return this.page;
  }
}
