import { freeOrigin, Product } from '@governance/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCompose } from '../src/compose-file';
import { valuesOf } from '../src/compose-settings-rules';
import { visitConsole } from './support/console-visit';

const { services } = readCompose(readFileSync(join(__dirname, '../../../../docker/compose.yaml'), 'utf8'));
/** Of the containers, instead of those of this test. */
const ofContainers = ['DATABASE_URL', 'KEYRING_FILE'];

/** Both programs as they ship, with their settings of Compose: each is reached at its own place only, as containers are. */
describe('the console of docker/compose.yaml', () => {
  it('signs a user in, although only browsers reach the addresses on `localhost`', async () => {
    const [platformUrl, issuer] = [await freeOrigin(), await freeOrigin()];
    await using product = await Product.open({ platformUrl, issuer });
    const settingsOf = (name: string): Record<string, string> => {
      const values = valuesOf(services[name], { MANAGEMENT_TOKEN: product.setup.managementToken });
      const own = Object.entries(values).filter(([variable]) => !ofContainers.includes(variable));
      return Object.fromEntries(
        own.map(([variable, value]) => [variable, value.replace('http://identity-provider:3002', issuer)]),
      );
    };
    await product.start('identity-provider/main', settingsOf('identity-provider'));
    await product.start('platform-api/main', settingsOf('platform-api'));
    const user = {
      email: 'ada@acme.example',
      password: 'a long password of the tests',
      totpSecret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
      role: 'account-admin',
      organization: { id: 'org_acme', name: 'Acme' },
    } as const;
    await product.management.putOrganization('org_acme');
    await product.management.putMember({ orgId: 'org_acme', email: user.email, role: user.role });
    await product.management.put('/users/ada/password', { password: user.password });
    await product.management.put('/users/ada/totp', { secret: user.totpSecret });

    const connectsTo = {
      'localhost:3001': new URL(platformUrl).host,
      'localhost:3002': new URL(issuer).host,
    };
    await visitConsole('http://localhost:3001', user, { connectsTo });
  });
});
