import { UnknownPage } from '@governance/http';
import { Injectable } from '@nestjs/common';
import { ConsolePages } from './console-pages';

/** The page for an address of this surface that does not exist. */
@Injectable()
export class ConsoleUnknownPage extends UnknownPage {
  readonly headers: Readonly<Record<string, string>>;

  constructor(private readonly pages: ConsolePages) {
    super();
    this.headers = pages.headers;
  }

  render(): string {
    const view = {
      text: 'Check the address, or start from the overview.',
      isSignIn: false,
      requestId: undefined,
    };
    return this.pages.render({ page: 'problem', title: 'This page does not exist', view });
  }
}
