import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsObject, IsString } from 'class-validator';
import { emptyToUndefined, OptionalMember } from '../optional-member.decorator';
import { keySetSchema } from './key-set.dto';
import { type TrustRuleEditRequest } from './trust-rule-editor';

@ApiSchema({
  name: 'UpdateTrustRule',
  description:
    'Absent members stay; `null` and `""` count as absent. Unknown members are refused: the conditions of a rule never change.',
})
export class UpdateTrustRuleRequest {
  @ApiPropertyOptional({ minLength: 1, maxLength: 100, description: 'The new display name.' })
  @OptionalMember()
  @IsString()
  readonly name?: string;

  @ApiPropertyOptional({
    ...keySetSchema,
    description: 'Replaces the uploaded keys, of a rule that was created with some.',
  })
  @OptionalMember()
  @IsObject()
  readonly key_set?: object | '';

  toInput(): TrustRuleEditRequest {
    return { name: emptyToUndefined(this.name), keySet: emptyToUndefined(this.key_set) };
  }
}
