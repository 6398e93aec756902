-- The round in which a device last counted a zone: a recount waits for the devices that take part in it and for no others
-- (decision 0005). Which devices take part in a recount that is under way was not written down, so it waits for all of
-- them, as it has until now.

alter table stocktaking_device add column round integer;

update stocktaking_device d set round = s.round from stocktaking s where s.id = d.stocktaking_id;

alter table stocktaking_device alter column round set not null;
