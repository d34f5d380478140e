import { timeLimits } from '@governance/runtime';
import { hostileRequests, opened, propertyRuns, sendRaw } from '@governance/testing';
import fc from 'fast-check';
import { startCredentialsApp } from '../support/credentials-app';

const numRuns = Math.max(400, propertyRuns);
/** Short limits, so that an incomplete request is answered within the test. */
const quick = { ...timeLimits, headersTimeout: 300, requestTimeout: 400, connectionsCheckingInterval: 20 };

describe('the platform', () => {
  const app = opened(() => startCredentialsApp({ timeLimits: quick }));

  it(
    'answers any request with its headers and a status below 500, and has one error shape § 9.4a V3.2.1 V3.4.3 V3.4.4 V3.4.6',
    async () => {
      const port = Number(new URL(app.origin).port);
      // The provider of these tests has no page for signing in, so that one answers 503.
      const routes = app.routes().filter((route) => !route.includes('/console/sign-in'));
      const requests = hostileRequests(routes, [`Authorization: Bearer ${app.personToken()}`]);
      const seen = new Set<number>();
      const property = fc.asyncProperty(requests, async (sent) => {
        const { status, headers, text } = await sendRaw(port, sent);
        seen.add(status);
        expect(status).toBeGreaterThanOrEqual(200);
        expect(status).toBeLessThan(500);
        expect(headers.get('api-supported-versions')).toBe('1.0');
        expect(headers.get('x-request-id')).toMatch(/^[\w.-]{1,64}$/);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-security-policy')).toMatch(
          /^default-src 'none';.* frame-ancestors 'none'$/,
        );
        if (status < 400 || text === '') return;
        if (headers.get('content-type') === 'text/html; charset=utf-8') {
          // The console answers with pages, in every spelling of its path that the router accepts.
          expect(sent).toMatch(/^[A-Z]+ \/+(?:[^/]*\.\.?\/)*console/i);
          expect(text).toMatch(/^<!DOCTYPE html>/);
          return;
        }
        const { error, error_description: description } = JSON.parse(text) as Record<string, unknown>;
        expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
        expect(typeof error).toBe('string');
        // spec 4.1: canonical verification uses the public error shape.
        if (!sent.includes('/api/certification/verify/')) expect(typeof description).toBe('string');
      });
      // Looking for a smaller request would take hundreds more.
      await fc.assert(property, { numRuns, endOnFailure: true });
      // The property is meaningful only if many kinds of responses occurred.
      expect([...seen]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405]));
      expect('polluted' in {}).toBe(false);
    },
    numRuns * 100 + 60_000,
  );
});
