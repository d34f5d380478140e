import { opened } from '@governance/testing';
import { EmbeddedConnectionDirectory } from '@governance/identity-provider-client';
import { DatesOfFactors1795960000000 } from '../src/database/migrations/1795960000000-dates-of-factors';
import { startIdentityApp } from './support/identity-app';
import { managementToken } from './support/identity-server';

const secondFactor = { acrValues: ['urn:acme:loa:2'], amrValues: [] };
const upstream = { issuer: 'https://login.acme.example', clientId: 'governance', clientSecret: 'secret' };
const pathOf = (id: string): string => `/organizations/org_acme/connections/${id}`;

/** The platform's adapter at the management API. */
describe('the confirmation of a second factor of a connection', () => {
  const identity = opened(startIdentityApp);
  let directory: EmbeddedConnectionDirectory;

  beforeAll(async () => {
    const managementUrl = `${identity.issuer}/management`;
    directory = new EmbeddedConnectionDirectory({ managementUrl, managementToken });
    await identity.manage('PUT', '/organizations/org_acme', { name: 'Acme MSP' });
  });

  const put = async (id: string, factor: object = { secondFactor }): Promise<void> => {
    const body = { name: id, type: 'enterprise', upstream: { ...upstream, ...factor } };
    expect((await identity.manage('PUT', pathOf(id), body)).status).toBe(200);
  };
  const confirmedAt = async (id: string): Promise<Date | undefined> =>
    (await directory.ofOrg('org_acme')).find((each) => each.id === id)?.factorConfirmedAt;

  it('is dated when the setting is made, and only then', async () => {
    await put('con_dated');
    const first = await confirmedAt('con_dated');
    expect(first).toEqual(expect.any(Date));
    await put('con_dated');
    await directory.change('org_acme', 'con_dated', { name: 'Another name' });
    expect(await confirmedAt('con_dated')).toEqual(first);
    await directory.change('org_acme', 'con_dated', { secondFactor, isFactorConfirmed: false });
    expect(await confirmedAt('con_dated')).toBeUndefined();
    await directory.change('org_acme', 'con_dated', { secondFactor });
    const second = await confirmedAt('con_dated');
    expect(second?.getTime()).toBeGreaterThan(Number(first));
    await put('con_dated', { secondFactor: { acrValues: [], amrValues: ['mfa'] } });
    expect((await confirmedAt('con_dated'))?.getTime()).toBeGreaterThan(Number(second));
    await put('con_dated', {});
    expect(await confirmedAt('con_dated')).toBeUndefined();
  });

  it('of a setting from before the upgrade is listed until the platform has recorded it', async () => {
    await put('con_earlier');
    await put('con_without', {});
    await put('con_unconfirmed');
    await directory.change('org_acme', 'con_unconfirmed', { secondFactor, isFactorConfirmed: false });
    await identity.stores.sql(
      'ALTER TABLE identity.connections DROP COLUMN upstream_factor_set_at, DROP COLUMN unrecorded_factor',
    );
    for (const change of new DatesOfFactors1795960000000().changes) await identity.stores.sql(change);

    const listed = await directory.confirmedFactors();
    expect(listed).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        orgId: 'org_acme',
        connectionId: 'con_earlier',
        confirmedAt: await confirmedAt('con_earlier'),
      },
    ]);
    expect(await confirmedAt('con_unconfirmed')).toBeUndefined();
    for (const { id } of [...listed, ...listed]) await directory.forgetConfirmedFactor(id);
    expect(await directory.confirmedFactors()).toEqual([]);
    expect((await identity.manage('DELETE', '/confirmed-factors/42')).status).toBe(400);
  });
});
