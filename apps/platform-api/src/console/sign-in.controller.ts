import { Public } from '@governance/auth-guards';
import { FormBody, signedOutHeaders } from '@governance/http';
import { type ConsoleSession } from '@governance/iam';
import { Controller, Get, Post, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { ConsoleCookies } from './console-cookies';
import { ConsoleErrorFilter } from './console-error.filter';
import { ConsoleGuard, CurrentSession } from './console.guard';
import { ConsoleIdentity } from './console-identity';
import { ConsolePages } from './console-pages';
import { ConsoleSessions } from './console-sessions';
import { ConsoleSignIn, leave } from './console-sign-in';

/** A path of the console, so that a link cannot lead elsewhere after the sign-in. */
const ownPath = /^\/console(?:\/[\w-]+)*$/;

/** Signing in to the console and out of it. */
@Public()
@ApiExcludeController()
@UseFilters(ConsoleErrorFilter)
@Controller('console')
export class ConsoleSignInController {
  constructor(
    private readonly begin: ConsoleSignIn,
    private readonly identity: ConsoleIdentity,
    private readonly sessions: ConsoleSessions,
    private readonly cookies: ConsoleCookies,
    private readonly pages: ConsolePages,
  ) {}

  @Get('sign-in')
  async signIn(@Query('return_to') wanted: unknown, @Res() res: Response): Promise<void> {
    const returnTo = typeof wanted === 'string' && ownPath.test(wanted) ? wanted : '/console';
    await this.begin.lead(res, { returnTo });
  }

  @Get('callback')
  async callback(@Query('state') state: unknown, @Req() req: Request, @Res() res: Response): Promise<void> {
    const name = this.cookies.signIn(typeof state === 'string' ? state : '');
    const cookie = this.cookies.read(req, name);
    // It serves for one answer, accepted or not.
    if (cookie !== undefined) this.cookies.clear(res, name);
    const signedIn = await this.identity.complete(new URL(req.url, 'https://console').search, cookie);
    await this.sessions.start(req, res, signedIn);
    this.pages.redirect(res, signedIn.returnTo);
  }

  /** The provider asks for the organization. Its session is enough for that, as for every sign-in. */
  @Post('organization')
  @FormBody()
  @UseGuards(ConsoleGuard)
  async chooseOrganization(@Res() res: Response): Promise<void> {
    await this.begin.lead(res, { returnTo: '/console', organization: '*' });
  }

  /** Where other sites lead to: signing out needs a form of the console. */
  @Get('sign-out')
  async confirmSignOut(@Req() req: Request, @Res() res: Response): Promise<void> {
    const session = await this.sessions.find(req);
    if (session) {
      this.pages.send(res, { page: 'sign-out', title: 'Sign out', session });
      return;
    }
    this.sessions.forget(res);
    this.signedOut(res);
  }

  @Post('sign-out')
  @FormBody()
  @UseGuards(ConsoleGuard)
  async signOut(@CurrentSession() session: ConsoleSession, @Res() res: Response): Promise<void> {
    await this.sessions.signOut(session, res);
    res.set(signedOutHeaders);
    leave(res, await this.identity.signOutUrl(session.tokens));
  }

  @Get('signed-out')
  signedOut(@Res() res: Response): void {
    this.pages.send(res, { page: 'signed-out', title: 'You are signed out' });
  }
}
