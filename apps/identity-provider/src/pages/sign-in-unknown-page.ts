import { UnknownPage } from '@governance/http';
import { pageHeaders } from './page-headers';
import { type PageRenderer } from './page-renderer';
import { notFound } from './problem-page';

/** The page for an address that does not exist, beside the sign-in pages. */
export class SignInUnknownPage extends UnknownPage {
  readonly headers = pageHeaders;

  constructor(private readonly renderer: PageRenderer) {
    super();
  }

  render(): string {
    return this.renderer.render('problem', notFound);
  }
}
