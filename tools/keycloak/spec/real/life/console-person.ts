import { callHttp, KeyboardUser } from '@governance/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser } from 'puppeteer';
import { requestToken } from '../keycloak-harness';
import { type Person } from '../person';
import { type KeycloakConsole } from './console-place';

/** A user of the realm at the console, by keyboard. */
export class ConsolePerson {
  private readonly folder = mkdtempSync(join(tmpdir(), 'keycloak-console-'));

  private constructor(
    private readonly place: KeycloakConsole,
    private readonly scripts: boolean,
    private readonly person: Person,
  ) {}

  static async of(
    place: KeycloakConsole,
    scripts: boolean,
    memberships: Parameters<KeycloakConsole['addPerson']>[0],
  ): Promise<ConsolePerson> {
    return new ConsolePerson(place, scripts, await place.addPerson(memberships));
  }

  /** Signs in with a browser of its own, to the overview. */
  async signIn(browser: Browser): Promise<KeyboardUser> {
    const user = await this.begin(browser);
    await user.arrived('Overview');
    return user;
  }

  /** The same up to the password. */
  async begin(browser: Browser): Promise<KeyboardUser> {
    const downloadBehavior = { policy: 'allow', downloadPath: this.folder } as const;
    const page = await (await browser.createBrowserContext({ downloadBehavior })).newPage();
    await page.setJavaScriptEnabled(this.scripts);
    const user = new KeyboardUser(page);
    await page.goto(`${this.place.url}/console`);
    await enter(user, '#username', this.person.username);
    await enter(user, '#password', this.person.password);
    return user;
  }

  /** Returns the client id and the secret that the page shows. */
  async createThroughStepUp(user: KeyboardUser): Promise<readonly [string, string]> {
    await user.press('a[href$="/console/credentials"]');
    await user.press('a[href$="/credentials/new"]');
    expect(await user.textOf('.form')).not.toContain('Allowed networks');
    expect(await user.textOf('.form')).toContain('the identity provider cannot restrict it');
    await user.fill('#name', 'Nightly');
    await user.check('input[value="m2m:credentials:read"]');
    await user.press('.form .actions button');
    await enter(user, '#otp', this.person.nextCode());
    if (!this.scripts) {
      await user.arrived('Continue');
      await user.press('.form button');
    }
    await user.arrived('Credential created');
    return [await user.textOf('#client-id'), await user.textOf('#secret')];
  }

  async savedProof(user: KeyboardUser): Promise<string> {
    return user.saved('a[href$="/audit/proof"]', join(this.folder, 'audit-proof.jsonl'));
  }

  /** Of a machine; undefined if Keycloak refuses it. */
  async tokenOf(clientId: string, secret: string): Promise<string | undefined> {
    return requestToken(this.place.realm, { clientId, secret });
  }

  /** Of a call of the API with a token of a machine. */
  async statusOf(token: string | undefined): Promise<number> {
    const headers = { authorization: `Bearer ${token ?? ''}` };
    return (await callHttp(`${this.place.url}/iam/m2m-credentials`, { headers })).status;
  }

  leave(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** Fills in a page of Keycloak and sends it. */
async function enter(user: KeyboardUser, field: string, text: string): Promise<void> {
  await user.sees(field);
  await user.fill(field, text);
  await user.press('#kc-login');
}
