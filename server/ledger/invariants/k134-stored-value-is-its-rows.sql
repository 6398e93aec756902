-- K134: the stored value of a member is the sum of its log, and each row carries the balance on (amendments G15).
select u.id, u.user_no, u.stored_balance, coalesce(sum(s.change_value), 0) as found
from member_user u left join member_stored s on s.user_id = u.id group by u.id having u.stored_balance <> coalesce(sum(s.change_value), 0);
