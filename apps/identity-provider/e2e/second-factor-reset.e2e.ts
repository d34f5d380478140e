import { type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { SecondFactorResetJob } from '../src/second-factor/second-factor-reset-job';
import { newRecoveryCodes } from '../src/second-factor/recovery-codes.store';
import { PeopleStores } from '../src/stores/people-stores';
import { beginSession } from './support/change-payload';
import { TestApplication } from './support/applications';
import { linkIn, untilNoMailIsQueued } from './support/mailbox';
import { addPerson, password, signIn, type TestPerson } from './support/people';
import { PersonBrowser } from './support/person-browser';
import { givenApp } from './support/shared-app';

interface Event {
  readonly id: string;
  readonly operation: string;
  readonly userId: string;
  readonly orgId: string;
}

describe('the removal of a lost second factor', () => {
  const { identity, inbox } = givenApp();
  let orgId: string;

  beforeEach(() => {
    orgId = `org_${randomUUID()}`;
  });

  const pathOf = ({ userId }: TestPerson, org = orgId): string =>
    `/organizations/${org}/memberships/${userId}/second-factor-reset`;
  const request = (person: TestPerson, org?: string): Promise<HttpAnswer> =>
    identity.manage('PUT', pathOf(person, org));
  const cancel = (person: TestPerson, org?: string): Promise<HttpAnswer> =>
    identity.manage('DELETE', pathOf(person, org));
  const member = (): Promise<TestPerson> => addPerson(identity, { app: true, places: [[orgId, 'viewer']] });

  /** As if the day were over, in all processes. */
  const letPass = ({ userId }: TestPerson): Promise<unknown> =>
    identity.stores.sql('UPDATE identity.second_factor_resets SET due_at = now() WHERE user_id = $1', [
      userId,
    ]);
  /** Two processes look at once. */
  const complete = (): Promise<unknown> =>
    Promise.all([identity.get(SecondFactorResetJob).run(), identity.get(SecondFactorResetJob).run()]);
  const isEnrolled = async ({ userId }: TestPerson): Promise<boolean> =>
    (await identity.get(PeopleStores).secondFactors.of(userId)).app;

  /** The operations that the platform has not recorded yet, in one organization. */
  async function events({ userId }: TestPerson): Promise<string[]> {
    const { body } = await identity.manage('GET', '/account-events');
    return (body.accountEvents as Event[])
      .filter((event) => event.userId === userId && event.orgId === orgId)
      .map(({ operation }) => operation);
  }

  it('waits a day, is told to the member and to the admins of all organizations, and is requested once § 10.4ak V6.4.4', async () => {
    const other = `org_${randomUUID()}`;
    const person = await addPerson(identity, {
      app: true,
      places: [
        [orgId, 'viewer'],
        [other, 'viewer'],
      ],
    });
    const [admin, stranger, otherAdmin] = [
      await addPerson(identity, { places: [[orgId, 'account-admin']] }),
      await addPerson(identity, { places: [[orgId, 'viewer']] }),
      await addPerson(identity, { places: [[other, 'account-admin']] }),
    ];
    const { status, body } = await request(person);
    const dueMs = Date.parse(String(body.dueAt)) - Date.now();
    expect([status, Math.round(dueMs / 3_600_000)]).toEqual([200, 24]);
    expect((await request(person)).body).toEqual(body);
    const { body: found } = await identity.manage(
      'GET',
      `/organizations/${orgId}/memberships/${person.userId}`,
    );
    expect(found.secondFactorResetAt).toBe(body.dueAt);

    expect((await inbox.waitForMail(person.email)).subject).toBe('Your second factor will be removed');
    for (const { email } of [admin, otherAdmin]) {
      const mail = await inbox.waitForMail(email);
      expect(mail.subject).toBe('The second factor of a member will be removed');
      expect(mail.text).toContain(person.email);
      expect(mail.text).not.toContain('/second-factor-resets/');
    }
    await untilNoMailIsQueued(identity);
    const mailsTo = ({ email }: TestPerson): number =>
      inbox.messages().filter(({ to }) => to.includes(email)).length;
    expect([mailsTo(stranger), mailsTo(person)]).toEqual([0, 1]);
    await complete();
    expect(await isEnrolled(person)).toBe(true);
  });

  it('removes app and recovery codes and ends every session when it is due, once for several processes § 10.4ak', async () => {
    const person = await member();
    const codes = newRecoveryCodes();
    await identity.get(PeopleStores).recoveryCodes.replace(person.userId, codes);
    const application = await TestApplication.open(identity);
    const device = new PersonBrowser(identity.issuer);
    const tokens = await application.enter(await beginSession(identity, person, device));
    await request(person);
    await letPass(person);
    await complete();

    expect(await isEnrolled(person)).toBe(false);
    expect(await identity.get(PeopleStores).recoveryCodes.accept(person.userId, codes[0] ?? '')).toBe(false);
    await expect(application.refresh(tokens.refresh_token)).rejects.toThrow();
    expect((await device.open('/account')).heading).toBe('Sign in');
    expect((await device.submit('/password', { email: person.email, password })).text).toContain(
      'Second factor None',
    );
    const ends = 'SELECT FROM identity.session_ends WHERE user_id = $1';
    expect(await identity.stores.sql(ends, [person.userId])).toHaveLength(1);
    expect(await events(person)).toEqual(['members:complete-second-factor-reset']);
    await inbox.waitForMail(
      ({ to, subject }) => to.includes(person.email) && subject === 'Your second factor was removed',
    );
  });

  it('is cancelled by the member with the link of the mail, which a scanner that opens it does not use § 10.4ak', async () => {
    const person = await member();
    await request(person);
    const link = linkIn(await inbox.waitForMail(person.email));
    const browser = new PersonBrowser(identity.issuer);
    const page = await browser.open(link);
    expect([page.status, page.heading]).toEqual([200, 'Keep your second factor?']);
    expect((await browser.post(link, { csrf: 'forged' })).status).toBe(403);
    await browser.open(link);
    expect((await browser.submit(link)).heading).toBe('Your second factor stays');
    expect((await browser.open(link)).status).toBe(410);
    await letPass(person);
    await complete();
    expect([await isEnrolled(person), await events(person)]).toEqual([
      true,
      ['account:cancel-second-factor-reset'],
    ]);
    await inbox.waitForMail(
      ({ to, subject }) => to.includes(person.email) && subject === 'Your second factor stays',
    );
  });

  it.each(['x', 'A'.repeat(64), Buffer.alloc(48).toString('base64url')])(
    'is not cancelled by the link %s',
    async (token) => {
      const { status, heading } = await new PersonBrowser(identity.issuer).open(
        `/second-factor-resets/${token}`,
      );
      expect([status, heading]).toEqual([410, 'This link no longer works']);
    },
  );

  it('is shown on the account page, and cancelled there', async () => {
    const person = await member();
    const browser = new PersonBrowser(identity.issuer);
    await browser.open('/account');
    await signIn(browser, person);
    await request(person);
    expect((await browser.open('/account')).text).toContain('asked to remove your second factor on');
    expect((await browser.post('/account/second-factor-reset', { csrf: 'forged' })).status).toBe(403);
    await browser.open('/account');
    const page = await browser.submit('/account/second-factor-reset');
    expect([page.url.pathname, page.text]).toEqual([
      '/account',
      expect.not.stringContaining('asked to remove') as string,
    ]);
    expect(await events(person)).toEqual(['account:cancel-second-factor-reset']);
  });

  it('is cancelled by an admin of any organization of the member, which is no change of the member § 10.4ak', async () => {
    const person = await member();
    await request(person);
    for (let time = 0; time < 2; time += 1) expect((await cancel(person)).status).toBe(204);
    expect(await events(person)).toEqual([]);
    expect((await request(person)).status).toBe(200);
  });

  it('is refused for members of others, without a second factor, and without a way to tell the member', async () => {
    const [person, without] = [await member(), await addPerson(identity, { places: [[orgId, 'viewer']] })];
    const other = `org_${randomUUID()}`;
    await identity.manage('PUT', `/organizations/${other}`, { name: 'Globex' });
    expect([(await request(person, other)).status, (await cancel(person, other)).status]).toEqual([404, 404]);
    expect((await request(without)).status).toBe(409);
    await identity.manage('PUT', `/users/${person.userId}`, { email: person.email, name: 'Unverified' });
    expect((await request(person)).status).toBe(409);
    await identity.manage('PUT', `/users/${person.userId}`, {
      email: person.email,
      emailVerified: true,
      name: 'Verified',
    });
    expect((await request(person)).status).toBe(200);
  });

  it('and other changes are reported until the platform has recorded them', async () => {
    const person = await member();
    await identity.get(PeopleStores).recoveryCodes.renew(person.userId, newRecoveryCodes(), undefined);
    const { body } = await identity.manage('GET', '/account-events');
    const event = (body.accountEvents as Event[]).find(({ userId }) => userId === person.userId);
    expect(event).toMatchObject({ orgId, operation: 'account:renew-recovery-codes' });
    for (let time = 0; time < 2; time += 1)
      expect((await identity.manage('DELETE', `/account-events/${event?.id ?? ''}`)).status).toBe(204);
    expect(await events(person)).toEqual([]);
  });
});
