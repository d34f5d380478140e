import { type CanaryWalk } from './canary-walk';

/** Sets a user's number and display name, correctly and incorrectly. */
export async function useProfile(
  walk: CanaryWalk,
  platform: string,
  { person, machine }: { readonly person: string; readonly machine: string },
): Promise<void> {
  const display_name = walk.canary('a name');
  const phone_number = '+442079460123';
  walk.canaries.add('a phone number', phone_number);
  const change = `PATCH ${platform}/self/profile`;
  const mayHold = ['a name', 'a phone number'];
  await walk.ask(200, change, { token: person, body: { display_name, phone_number }, mayHold });
  await walk.ask(200, `GET ${platform}/self/profile`, { token: person, mayHold });
  const refused: unknown[] = [
    { phone_number: `${phone_number}${phone_number}` },
    { phone_number: `${phone_number}00000` },
    { phone_number: { number: phone_number } },
    { display_name: display_name.repeat(3) },
    { display_name: `${display_name}\u0000` },
    { marketing_opt_in: phone_number },
    { telephone: phone_number, name: display_name },
    `{"phone_number":"${phone_number}`,
  ];
  for (const body of refused) await walk.ask(400, change, { token: person, body });
  await walk.ask(403, change, { token: machine, body: { phone_number } });
  await walk.ask(401, change, { body: { phone_number } });
}
