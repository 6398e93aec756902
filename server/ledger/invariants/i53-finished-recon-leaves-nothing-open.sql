-- I53: a finished day of a channel has no line that differs and was not dealt with.
select c.id, c.recon_no, l.trade_no, l.match_state from channel_recon c join channel_recon_line l on l.recon_id = c.id
where c.status = 3 and l.match_state in (2, 3, 4);
