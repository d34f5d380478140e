import { type Replica } from '@governance/testing';
import { type World } from './world';

export interface Resend {
  readonly result: string;
  /** The client whom the limit counts. */
  readonly client: string;
  readonly replica?: Replica;
  /** The header that the proxy in front sends; its last address is that of the client. */
  readonly forwarded?: string;
}

export async function askAgain(
  world: World,
  { result, client, replica = world.website(), forwarded = client }: Resend,
): Promise<void> {
  const request = { replica, method: 'POST', headers: { 'x-forwarded-for': forwarded } };
  await world.ask({ kind: 'resend', result, client }, `/api/survey-results/${result}/resend`, request);
}

/** An address that no other client has. */
export function newClient(world: World): string {
  const number = world.nextNumber();
  return `10.${[number >> 16, number >> 8, number].map((part) => part & 255).join('.')}`;
}

/** Once for each certificate, so that its recipient's budget has room. */
export async function resend(world: World): Promise<void> {
  const result = world.shared.mailed.shift();
  if (result === undefined) return;
  await askAgain(world, { result, client: newClient(world) });
}

/**
 * Asks for one certificate again and again, at every replica at once: as one client with invented addresses before its own,
 * as one client with many addresses of its IPv6 network, and as many clients.
 */
export async function hammer(world: World): Promise<void> {
  world.shared.hammered ??= world.shared.mailed.shift();
  const { hammered: result } = world.shared;
  if (result === undefined) return;
  const random = (): string => world.random.between(1, 0xffff).toString(16);
  await Promise.all(
    world.product.of('public-api/main').flatMap((replica) => [
      askAgain(world, {
        result,
        client: '192.0.2.1',
        replica,
        forwarded: `203.0.113.${world.random.between(1, 254)}, 192.0.2.1`,
      }),
      askAgain(world, {
        result,
        client: '2001:db8:1:2::/64',
        replica,
        forwarded: `2001:db8:1:2:${random()}::${random()}`,
      }),
      askAgain(world, { result, client: newClient(world), replica }),
    ]),
  );
}
