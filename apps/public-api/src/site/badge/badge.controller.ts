import { Public } from '@governance/auth-guards';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { BadgeService } from './badge.service';

/** A badge for other sites. It loads nothing, tells us nothing of who looks at it, and says what the record says. */
@Public()
@ApiExcludeController()
@Controller('results/badge')
export class BadgeController {
  constructor(private readonly badges: BadgeService) {}

  @Get(':id.svg')
  async badge(@Param('id') id: string, @Res() res: Response): Promise<void> {
    const { status, svg } = await this.badges.badgeOf(id);
    res
      .status(status)
      .set({
        'content-type': 'image/svg+xml; charset=utf-8',
        // A certificate can be withdrawn: a badge that says otherwise must not live long.
        'cache-control': 'public, max-age=300',
        'cross-origin-resource-policy': 'cross-origin',
        'x-robots-tag': 'noindex, nofollow',
      })
      .send(svg);
  }
}
