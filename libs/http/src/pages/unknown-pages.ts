import { Injectable, Optional } from '@nestjs/common';
import { type Request } from 'express';
import { UnknownPage } from './unknown-page.port';

/** Decides whether a request for an unknown path gets a page: programs, and surfaces without pages, get an error body. */
@Injectable()
export class UnknownPages {
  constructor(@Optional() private readonly page?: UnknownPage) {}

  /** Undefined if the client does not ask for HTML, or the surface has no page for it. */
  pageFor(req: Request): UnknownPage | undefined {
    return req.accepts(['json', 'html']) === 'html' ? this.page : undefined;
  }
}
