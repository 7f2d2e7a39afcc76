"""
Which parts of the literature the rules implement, row by row, and which they refuse, with the reason.

The rows are the parameters of the game (P), the questions on which the
authorities contradict each other (Q), and the variants (V). Each names the
field or the statement that implements it, or says why none does; each has a
test named after it.

======================  ================================================================================================
row                     implemented by
======================  ================================================================================================
P deck                  `lowest`: the pack runs down to the seven (32) or the six (36)
P players               `players`, with `sides`; each seat has its value in a `BySeat`
P hand                  `hand`
P talon                 `talon`
P elder_min             `elder_exchange_min`
P elder_max             `elder_exchange_max`
P younger_min           `younger_exchange_min`
P younger_max           `younger_exchange_max`, None for all that elder left
P peek_elder            `elder_peek`; scores nothing, said on the rules page
P peek_younger          `younger_peek`; scores nothing, said on the rules page
P cb_value              `carte_blanche`
P cb_blank_of           `carte_blanche_blank_of`
P cb_when               `carte_blanche_when`
P cb_both               `carte_blanche_both`
P point_compare         `point_compare`
P point_value           `point_value`
P point_min             `point_min`
P point_ask             `point_pips`
P tie_point             `point_tie`
P tie_seq               `sequence_tie`
P seq_table             `sequence_points`
P set_table             `trio_points`, `quatorze_points`
P set_min_rank          `set_min_rank`
P losers_in_class       `losers_in_class`
P carte_rouge           `carte_rouge`, `carte_rouge_to_thirty`
P order                 `order`
P rp_order_basis        `repique_blocked_by`: its two values are the two bases
P rp_blocked_by         `repique_blocked_by`
P rp_bonus              `repique_bonus`, `repique_threshold`
P p_order_basis         `pique_order`, `pique_blocked_by`
P p_bonus               `pique_bonus`
P p_threshold           `pique_threshold`
P p_seat                `pique_seat`
P cards10_to_p          `cards_to_pique`
P capot_to_p            `capot_to_pique`
P lasttrick_to_p        `last_to_pique`
P trick_mode            `trick_count`; LW10 is the club count with `trick_min_rank` ten; AUC is flat, or lost
P trick_min_rank        `trick_min_rank`
P last_bonus            `last_points`
P cards_value           `cards_points`
P cards_basis           `cards_basis`
P cards_tie             `cards_tie`
P capot_value           `capot_points`, `capot_form`
P end_mode              `ends`
P deals                 `deals`
P deal_weights          `deal_weights`
P target                `target`, `decider_target`
P near_target_order     `target_order`
P stop_rule             `stop_rule`
P tie_break             `tie_deals`
P rubicon               `rubicon`
P partie_bonus          `partie_bonus`
P rubicon_mode          `rubicon_mode`
P lurch                 `lurch`
P match                 `parties_to_win`
P first_dealer          `first_dealer`; scores nothing, asked when a partie is opened
P stakes                `stakes`: points or parties are paid; `stake_rounding`, by which a season drops odd points
P penalties             `penalties`; proving on demand, which is no penalty, is a value of `show_duty`
P show_duty             `show_duty`, with the statement `Proved` where a claim is shown when asked; it scores nothing
Q 1                     `pique_order`
Q 2                     `cards_to_pique`
Q 3                     `capot_to_pique`, no in every preset
Q 4                     `last_to_pique`
Q 5                     `equality_blocks`
Q 6                     `repique_blocked_by`
Q 7                     `barred_blocks`
Q 8                     refused: what was sunk was never said, so nothing in the log can bar; a ruling is the director's
Q 9                     `pique_threshold`, `repique_threshold`
Q 10                    the bonus is a line of its own; "sixty" and "ninety" are how its sentence speaks
Q 11                    `pique_seat`, elder in every preset
Q 12                    pique and capot are separate lines, and both score
Q 13                    `point_value`
Q 14                    `point_min`
Q 15                    `point_value`
Q 16                    `point_compare`
Q 17                    `point_pips`
Q 18                    `sequence_tie`
Q 19                    `losers_in_class`
Q 20                    `sequence_points`; a quint of five points is the misprint it is called there
Q 21                    `set_min_rank`
Q 22                    `carte_blanche_blank_of`, `carte_blanche_when`
Q 23                    `carte_blanche_when`
Q 24                    `carte_blanche_both`
Q 25                    `carte_blanche_told`; scores nothing, said on the rules page
Q 26                    `carte_rouge`, `carte_rouge_to_thirty`
Q 27                    `nought`
Q 28                    `younger_exchange_min`
Q 29                    `elder_exchange_min`, `younger_exchange_min`
Q 30                    `elder_exchange_max`
Q 31                    `trick_count`
Q 32                    `first_lead`
Q 33                    `trick_min_rank`
Q 34                    `trick_count`
Q 35                    `last_points`
Q 36                    `last_points` for the one reading, `cards_basis` with a flat `trick_count` for the other
Q 37                    `cards_tie`
Q 38                    `capot_form`
Q 39                    `tie_deals`
Q 40                    `rubicon` is compared with the total of every deal played, extra deals too
Q 41                    `deals`, `deal_weights`
Q 42                    `rubicon_mode`
Q 43                    `target`
Q 44                    `target_order`, `stop_rule`
Q 45                    `lurch`
Q 46                    `first_dealer`
Q 47                    not of one partie but of a chouette: the rounding among `ChouetteTerms`
Q 48                    `stakes`, `stake_rounding`, which the stakes of a season follow unless it says otherwise
Q 49                    `concession`
Q 50                    the statement `ReckonedNothing`, which the opponent may waive
Q 51                    the statement `PlayedShort`
Q 52                    `penalties`, with the statements `FoundFalse`, `ReckonedNothing` and `Waived`
Q 53                    `omission`
Q 54                    `edit_window`; scores nothing, it is the book's clock
Q 55                    refused here: Law 74 is for two written records; the kernel has one log, the disputes desk two
V auction_players       `players`
V auction_pack          `lowest`, `hand`, `talon`
V auction_exchange      `elder_exchange_min`, `younger_exchange_min`
V auction_bidding       `auction`, `bid_min`; the statements `Bid`, `Passed`, `Doubled` and `Redoubled`
V auction_minus         `minus_sinking`, which scores nothing: the claim checker says what was sunk against it
V auction_calls         `minus_calls`
V auction_bonuses       `pique_threshold`, `repique_threshold`; in a minus deal `minus_threshold` is both
V auction_tricks        `trick_count`, flat; in a minus deal each trick lost counts one
V auction_contract      `contract_points`, twice or four times over by `Doubled` and `Redoubled`
V auction_cards         `cards_points`, `capot_points`; in a minus deal `minus_cards` says whose they are
V auction_end           `deals`, `tie_deals`, `rubicon`, `partie_bonus`
V auction_money         `stakes`; the sources say nothing of it
V auction_rotation      the deal alternates, as in every partie of two
V three_players         `players`, `sides`
V three_pack            `lowest`, `hand`, `talon`
V three_exchange        `dealer_exchange_min`, `dealer_exchange_max`: the last seat alone
V three_calls           `point_pips`, `sequence_heads` always; claims are compared with each other, with `Called` alone
V three_bonuses         `pique_threshold`, `repique_threshold`; `pique_bonus`, `repique_bonus` are those of four
V three_tricks          `trick_count`, `trick_min_rank`: a lead, and a trick won off any other's lead
V three_cards           `cards_points` for most tricks, `capot_points` for all of them
V three_end             `target`, with `ends`; `lurch` is refused, for it is between two sides
V three_money           `stakes`; a partie from each of the others, `TableTerms.stake`; the sources say nothing of it
V three_rotation        the next player is elder in the next deal; the sources say nothing of it
V four_players          `players`, `sides`: partners sit opposite
V four_pack             `lowest`, `hand`, `talon`
V four_exchange         `dealer_exchange_max` of none, as `elder_exchange_max` and `younger_exchange_max`
V four_calls            `partner_point`, `point_min_pips`, `lesser_count`; what is not called before a card is lost
V four_bonuses          `pique_threshold`, `repique_threshold`, `pique_bonus`, `repique_bonus`, `repique_blocked_by`
V four_tricks           `trick_count`, `trick_min_rank`; the points of partners are one total by `sides`
V four_cards            `cards_points`, `capot_points`, by what both partners win
V four_end              `target`, unsourced
V four_money            `stakes`; a partie from one of the losers, `TableTerms.stake`; the sources say nothing of it
V four_rotation         the next player is elder in the next deal; the sources say nothing of it
V chouette_players      three or more, in a `Lineup` of two who play and the rest who advise; fewer are refused
V chouette_deal         the ruleset of the company, any that is for two: pack, exchange, calls and bonuses are its own
V chouette_end          one `CompanyPartie` a turn
V chouette_money        `ChouetteTerms.share` and `ChouetteTerms.rounding`
V chouette_rotation     `ChouetteTerms.next_box`; the card of Cavendish shows its first value
V chouette_choice       `ChouetteTerms.choice`
V chouette_draw         `ChouetteTerms.after_draw`, unsourced
V pool_players          three or more, in a `Lineup` of two who play and the rest who wait; fewer are refused
V pool_deal             the ruleset of the company, any that is for two: precisely the base game, as the source has it
V pool_end              one `CompanyPartie` a turn; the sources say nothing of it
V pool_money            `PoolTerms.stake`; `PoolTerms.entry`, unsourced
V pool_rotation         `PoolTerms.rises`, unsourced
V pool_taken            `PoolTerms.in_a_row`, unsourced
V pool_choice           `PoolTerms.choice`, unsourced
V pool_draw             `PoolTerms.stakes_of_a_draw`, unsourced
V company_changes       refused: the turns and the pool are of all who began; who comes or leaves begins another card
V counterpique          refused: no text gives its values above the line, and bids of tricks times cards, two scores and
                        games of a hundred are another game's rules, which no field of this one's could carry
======================  ================================================================================================
"""
