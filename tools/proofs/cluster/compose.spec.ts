import { networkArguments, runArguments, servicesOf } from './compose.mjs';

const text = `
name: shop
x-hardened: &hardened
  read_only: true
services:
  web:
    <<: *hardened
    image: shop/web
    command: [node, main.js]
    environment:
      URL: http://\${HOST:-localhost}:\${PORT-80}
      TOKEN: \${TOKEN:?see the page}
      FILE: \${FILE:-}
    depends_on: { store: { condition: service_healthy } }
    networks: [front, inside]
    volumes: ['keys:/keys:ro', './roles.sql:/roles.sql:ro']
    security_opt: ['no-new-privileges:true']
    stop_grace_period: 15s
  store: { image: store }
  other: { image: other, profiles: [extra] }
networks:
  front: {}
  inside: { internal: true }
`;

describe('a compose file for podman', () => {
  const place = { project: 'shop', name: 'web', file: '/somewhere/compose.yaml' };

  it('has its services in the order of their dependencies, without those of profiles', () => {
    expect([...servicesOf(text, { TOKEN: 't' }).keys()]).toEqual(['store', 'web']);
  });

  it('needs its required variables', () => {
    for (const variables of [{}, { TOKEN: '' }])
      expect(() => servicesOf(text, variables as Record<string, string>)).toThrow(
        'TOKEN is missing: see the page',
      );
  });

  it('keeps every setting of a service', () => {
    const service = servicesOf(text, { TOKEN: 't', PORT: '' }).get('web') as object;
    expect(runArguments(service, place)).toEqual([
      'run',
      '--detach',
      '--pull=never',
      '--name=web',
      '--no-healthcheck',
      '--read-only=true',
      '--read-only-tmpfs=false',
      '--env=URL=http://localhost:',
      '--env=TOKEN=t',
      '--env=FILE=',
      '--network=shop_front:alias=web',
      '--network=shop_inside:alias=web',
      '--volume=shop_keys:/keys:ro',
      '--volume=/somewhere/roles.sql:/roles.sql:ro',
      '--security-opt=no-new-privileges=true',
      '--stop-timeout=15',
      'shop/web',
      'node',
      'main.js',
    ]);
  });

  it('refuses a setting that it would leave out', () => {
    expect(() => runArguments({ image: 'web', privileged: true }, place)).toThrow(
      'web has privileged, which is unknown here',
    );
  });

  it('keeps internal networks internal', () => {
    expect(networkArguments(text)).toEqual([
      ['network', 'create', 'shop_front'],
      ['network', 'create', '--internal', 'shop_inside'],
    ]);
  });
});
