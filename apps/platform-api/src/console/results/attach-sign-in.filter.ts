import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { ConsolePages } from '../console-pages';
import { NotSignedIn } from '../not-signed-in';

/**
 * A page instead of a redirect to the sign-in. Browsers take what follows the `#` of an address along with redirects, so the
 * capability in a link would reach the pages of the identity provider.
 */
@Catch(NotSignedIn)
@Injectable()
export class AttachSignInFilter implements ExceptionFilter<NotSignedIn> {
  constructor(private readonly pages: ConsolePages) {}

  catch(_: NotSignedIn, host: ArgumentsHost): void {
    const res = host.switchToHttp().getResponse<Response>();
    this.pages.send(res, { page: 'results-sign-in', title: 'Sign in to attach a result', status: 401 });
  }
}
