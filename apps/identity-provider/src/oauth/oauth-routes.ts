import { signedOutHeaders } from '@governance/http';
import express, { type Express, type RequestHandler } from 'express';
import { canonicalCode, keepCodeOfLink, limitCodes } from '../device/code-entry';
import { pageHeaders } from '../pages/page-headers';
import { type PageAnswers } from '../pages/page-answers';
import { over } from '../pages/problem-page';
import { type AttemptsStore } from '../guesses/attempts.store';
import { readForm } from '../pages/read-form';
import { type CookieRules, hasBegun } from './cookies';
import { type LiveProvider } from './live-provider';
import { originPinner } from './pinned-origin';

export interface OAuthRouteParts {
  readonly live: LiveProvider;
  readonly issuer: string;
  readonly cookies: CookieRules;
  readonly attempts: AttemptsStore;
  readonly answers: PageAnswers;
}

/** Registers the library's endpoints that are in use. Its other paths stay unknown. */
export function routeOAuth(server: Express, parts: OAuthRouteParts): void {
  const pinOrigin = originPinner(parts.issuer);
  const answer: RequestHandler = (req, res) => {
    pinOrigin(req);
    parts.live.handle(req, res);
  };
  server.get('/.well-known/openid-configuration', answer);
  server.get('/.well-known/oauth-authorization-server', answer);
  server.get('/jwks', answer);
  server.post('/token', answer);
  server.post('/token/revocation', answer);
  server.get('/userinfo', answer);
  server.post('/userinfo', answer);
  server.post('/device/auth', answer);
  routePages(server, parts, answer);
}

/** The routes that browsers open. */
function routePages(server: Express, parts: OAuthRouteParts, answer: RequestHandler): void {
  const resume = resumeOwn(parts);
  server.get('/auth', asPage, answer);
  server.post('/auth', asPage, readText, asGet, answer);
  server.get('/auth/:uid', asPage, resume, answer);
  const limit = limited(parts);
  server.get('/device', asPage, keepCodeOfLink, limit, answer);
  server.post('/device', asPage, readForm, canonicalCode, limit, answer);
  server.get('/device/:uid', asPage, resume, answer);
  server.get('/session/end', asPage, answer);
  server.post('/session/end', asPage, readText, toQuery);
  server.post('/session/end/confirm', asPage, clearSite, answer);
  server.get('/session/end/success', asPage, answer);
}

const readText = express.text({ type: 'application/x-www-form-urlencoded', limit: '8kb' });

/** OpenID Connect Core 1.0, 3.1.2.1: an authorization request may be a form, which means the same as its query. */
const asGet: RequestHandler = (req, _res, next) => {
  req.method = 'GET';
  req.url = `${req.path}?${typeof req.body === 'string' ? req.body : ''}`;
  next();
};

/**
 * OpenID Connect RP-Initiated Logout 1.0, 2: a request may be a form. A form of another site comes without the session cookie
 * (`SameSite=Lax`), which the redirect to its query has.
 */
const toQuery: RequestHandler = (req, res) => {
  res.redirect(303, `${req.path}?${typeof req.body === 'string' ? req.body : ''}`);
};

const asPage: RequestHandler = (_req, res, next) => {
  res.set(pageHeaders);
  next();
};

const clearSite: RequestHandler = (_req, res, next) => {
  res.set(signedOutHeaders);
  next();
};

/** A sign-in completes only in the browser that started it: an attacker cannot plant his own sign-in in another browser. */
function resumeOwn({ cookies, answers }: OAuthRouteParts): RequestHandler {
  return (req, res, next) => {
    const uid = String(req.params.uid);
    if (!hasBegun(req, cookies, uid)) {
      answers.sendProblem(res, over);
      return;
    }
    res.clearCookie(cookies.signIn(uid), { ...cookies.options, path: '/' });
    next();
  };
}

function limited({ attempts, answers }: OAuthRouteParts): RequestHandler {
  const limit = limitCodes(attempts);
  return (req, res, next) => {
    const limitThis = answers.to(async () => {
      await limit(req, res);
      next();
    });
    limitThis(req, res, next);
  };
}
