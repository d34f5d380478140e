import 'reflect-metadata';
import { type Answer, type Answers, publishedRubrics } from '@governance/rubric';
import { Body, Controller, Get, Inject, Module, Post, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min, ValidateNested } from 'class-validator';
import { DataSource, EntitySchema } from 'typeorm';

const rubric = publishedRubrics.current;
const mode = 'msp-self';

/** One member for each question of the mode, as the decorators of a class would say it. */
class AnswersDto {
  [questionId: string]: Answer;
}
for (const { id } of rubric.questions.filter(({ modes }) => modes.includes(mode))) {
  for (const decorate of [IsInt(), Min(0), Max(3)]) decorate(AnswersDto.prototype, id);
}

class SubmissionDto {
  @IsOptional()
  @IsIn([mode])
  readonly mode?: typeof mode;

  @ValidateNested()
  @Type(() => AnswersDto)
  readonly answers!: AnswersDto;
}

/** The table of the product, whose id the database makes. */
const surveyResults = new EntitySchema<Record<string, unknown>>({
  name: 'survey_results',
  columns: {
    id: { type: 'uuid', primary: true, generated: 'uuid' },
    createdAt: { type: 'timestamptz', name: 'created_at', precision: 3 },
    mode: { type: 'text' },
    rubricId: { type: 'text', name: 'rubric_id' },
    rubricVersion: { type: 'text', name: 'rubric_version' },
    rubricSha256: { type: 'text', name: 'rubric_sha256' },
    answers: { type: 'jsonb' },
    overallScore: { type: 'smallint', name: 'overall_score' },
    tier: { type: 'text' },
    launchAllowed: { type: 'boolean', name: 'launch_allowed' },
    launchReason: { type: 'text', name: 'launch_reason' },
    domainScores: { type: 'jsonb', name: 'domain_scores' },
  },
});

/** A service as the documentation of Nest teaches it, with our rubric to score by. It logs nothing. */
@Controller()
class TextbookController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  @Get('health')
  health(): { status: string } {
    return { status: 'ok' };
  }

  @Post('api/survey-results')
  async submit(@Body() body: SubmissionDto): Promise<object> {
    // The pipe has checked them.
    const answers: Answers = Object.fromEntries(Object.entries(body.answers));
    const { remediation, ...outcome } = rubric.assess(answers, mode);
    const { id: rubricId, version: rubricVersion, sha256: rubricSha256 } = rubric.reference;
    const results = this.dataSource.getRepository(surveyResults);
    const described = { mode, answers, rubricId, rubricVersion, rubricSha256, createdAt: new Date() };
    const saved = await results.save(results.create({ ...described, ...outcome }));
    return Object.assign(saved, { remediation });
  }
}

@Module({
  controllers: [TextbookController],
  providers: [
    {
      provide: DataSource,
      useFactory: () =>
        new DataSource({
          type: 'postgres',
          url: process.env.DATABASE_URL ?? '',
          entities: [surveyResults],
          poolSize: 10,
          installExtensions: false,
        }).initialize(),
    },
  ],
})
class TextbookModule {}

async function main(): Promise<void> {
  const app = await NestFactory.create(TextbookModule, { logger: ['error'] });
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
  await app.listen(Number(process.env.PORT));
}

void main();
