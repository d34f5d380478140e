import { opened } from '@governance/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPlatformApp } from '../support/platform-app';

const workspace = join(__dirname, '../../../..');

function committed(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(workspace, file), 'utf8')) as Record<string, unknown>;
}

describe('the platform', () => {
  const app = opened(startPlatformApp);

  it('serves the committed document at /openapi.json, without a token', async () => {
    const { status, headers, body } = await app.call('/openapi.json');
    expect(status).toBe(200);
    expect(headers.get('api-supported-versions')).toBe('1.0');
    expect(body).toEqual(committed('docs/api/platform.openapi.json'));
  });

  it('serves a page with it at /docs', async () => {
    const { status, headers, text } = await app.call('/docs');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(text).toContain('data-url="openapi.json"');
  });

  // Extras of decisions 3 have states: an invitation of the list.
  it('declares no resource states: an existing credential is usable, a revoked one is gone § 3d', async () => {
    const { body } = await app.call('/openapi.json');
    const { schemas } = (body as { components: { schemas: Record<string, { properties?: object }> } })
      .components;
    const stateful = Object.entries(schemas).filter(([name, { properties = {} }]) => {
      const ofResource = !/^(Health|Probe|ListedInvitation|\w*Record)$/.test(name);
      return ofResource && Object.keys(properties).some((member) => /^(state|status|phase)$/.test(member));
    });
    expect(stateful.map(([name]) => name)).toEqual([]);
  });

  it('has the routes of route-policy.json', () => {
    const { platform: rows } = committed('docs/api/route-policy.json') as {
      platform: { method: string; path: string }[];
    };
    const names = rows.map(({ method, path }) => `${method} ${path}`);
    expect(app.routes().toSorted()).toEqual(names.toSorted());
  });
});
