import { timeLimits } from '@governance/runtime';
import { hostileRequests, opened, propertyRuns, sendRaw } from '@governance/testing';
import fc from 'fast-check';
import { sharedPublicApp, startPublicApp } from '../support/public-app';

const numRuns = Math.max(400, propertyRuns);
/** Short limits, so that an incomplete request is answered within the test. */
const quick = { ...timeLimits, headersTimeout: 300, requestTimeout: 400, connectionsCheckingInterval: 20 };

/** Pages and embedded badges report errors in their own format. */
const forBrowsers = new Set(['text/html; charset=utf-8', 'image/svg+xml; charset=utf-8']);

describe('the public surface', () => {
  const app = opened(async () => startPublicApp({ beside: await sharedPublicApp(), timeLimits: quick }));

  it(
    'answers any request with its headers and a status below 500, and has one error shape besides that of pages § V3.2.1 V3.4.3 V3.4.4 V3.4.6',
    async () => {
      const port = Number(new URL(app.origin).port);
      const seen = new Set<number>();
      const property = fc.asyncProperty(hostileRequests(app.routes()), async (sent) => {
        const { status, headers, text } = await sendRaw(port, sent);
        seen.add(status);
        expect(status).toBeGreaterThanOrEqual(200);
        expect(status).toBeLessThan(500);
        expect(headers.get('x-request-id')).toMatch(/^[\w.-]{1,64}$/);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-security-policy')).toMatch(
          /^default-src 'none';.* frame-ancestors 'none'$/,
        );
        if (status < 400 || text === '') return;
        if (forBrowsers.has(headers.get('content-type') ?? '')) return;
        expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
        expect(JSON.parse(text)).toEqual({ error: expect.any(String) as unknown });
      });
      await fc.assert(property, { numRuns });
      // The property is meaningful only if many kinds of responses occurred.
      expect([...seen]).toEqual(expect.arrayContaining([200, 400, 404, 405]));
      expect('polluted' in {}).toBe(false);
    },
    numRuns * 100 + 60_000,
  );
});
