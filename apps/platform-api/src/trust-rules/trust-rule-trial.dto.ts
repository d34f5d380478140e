import { type TriedCondition } from '@governance/iam';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

const truthOrNull = { oneOf: [{ type: 'boolean' }, { type: 'null' }], required: true };

@ApiSchema({ name: 'TriedCondition', description: 'One condition, for the token.' })
export class TriedConditionResponse {
  @ApiProperty({ description: 'Its name, as a refused exchange names it. `signature` is the first.' })
  readonly condition: string;

  @ApiProperty({ ...truthOrNull, description: '`null`: it was not checked.' })
  readonly holds: boolean | null;

  constructor({ condition, holds }: TriedCondition) {
    this.condition = condition;
    this.holds = holds ?? null;
  }
}

@ApiSchema({ name: 'TrustRuleTrial', description: 'Whether an exchange of the token would succeed.' })
export class TrustRuleTrialResponse {
  @ApiProperty({
    ...truthOrNull,
    description: '`null`: the identity provider could not check all conditions.',
  })
  readonly accepted: boolean | null;

  @ApiProperty({ type: [TriedConditionResponse], description: 'In the order of an exchange.' })
  readonly conditions: readonly TriedConditionResponse[];

  constructor(tried: readonly TriedCondition[]) {
    const isRefused = tried.some(({ holds }) => holds === false);
    const isChecked = tried.every(({ holds }) => holds !== undefined);
    this.accepted = isRefused ? false : isChecked || null;
    this.conditions = tried.map((each) => new TriedConditionResponse(each));
  }
}
